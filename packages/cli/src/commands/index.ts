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
    name: 'org',
    summary: 'Create and list organisations.',
    load: async () => (await import('./org.ts')).orgCommands,
  },
  {
    name: 'user',
    summary: 'Add members and change what they may do.',
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
    summary: 'Fill an organisation with a believable catalog.',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'migrate',
    summary: 'Bring the database up to this version.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'backup',
    summary: 'Write a consistent copy of the database, also while the server runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Bring a backup back.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'export',
    summary: 'Write an organisation as an archive to move it, or as Terraform configuration.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Take over what another catalog, store or tool knows.',
    load: async () => (await import('./import.ts')).importCommands,
  },
  {
    name: 'doctor',
    summary: 'Say what is wrong with a set-up and how to mend it.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
]
