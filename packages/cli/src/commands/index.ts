import type { Action, Command } from '../command.ts'

/** A command, or a group of commands about one thing; its module is loaded only when it is called. */
export interface Entry {
  readonly name: string
  readonly summary: string
  load(): Promise<Action | readonly Command[]>
}

export const commands: readonly Entry[] = [
  {
    name: 'serve',
    summary: 'Start the server.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'login',
    summary: 'Sign in to a server, for commands that speak to one.',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Sign out of a server.',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'Show as whom commands speak to a server.',
    load: async () => (await import('./whoami.ts')).whoami,
  },
  {
    name: 'org',
    summary: 'Create and list organisations.',
    load: async () => (await import('./org.ts')).orgCommands,
  },
  {
    name: 'user',
    summary: 'Manage members and their roles.',
    load: async () => (await import('./user.ts')).userCommands,
  },
  {
    name: 'token',
    summary: 'Personal access tokens: create, list, revoke.',
    load: async () => (await import('./token.ts')).tokenCommands,
  },
  {
    name: 'key',
    summary: 'API keys of an organisation: create, list, revoke.',
    load: async () => (await import('./key.ts')).keyCommands,
  },
  {
    name: 'vault',
    summary: 'Secrets for the server’s own use: put, list, rotate the master key.',
    load: async () => (await import('./vault.ts')).vaultCommands,
  },
  {
    name: 'drift',
    summary: 'Compare configurations and report what differs.',
    load: async () => (await import('./drift.ts')).driftCommands,
  },
  {
    name: 'job',
    summary: 'Run a background job now.',
    load: async () => (await import('./job.ts')).jobCommands,
  },
  {
    name: 'demo',
    summary: 'Fill an organisation with a realistic demo catalog.',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'migrate',
    summary: 'Update the database schema to this version.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'backup',
    summary: 'Back up the database, even while the server is running.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Restore a backup.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'export',
    summary: 'Export an organisation as an archive to move it, or as Terraform configuration.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Import data from another catalog, store or tool.',
    load: async () => (await import('./import.ts')).importCommands,
  },
  {
    name: 'doctor',
    summary: 'Check the set-up: what is wrong, and how to fix it.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
]
