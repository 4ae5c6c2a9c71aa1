import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { PipelineToken } from './exchange.ts'

/**
 * What an ID token was exchanged for, for the other commands of the same job: it can be exchanged only once, and
 * OpenTofu alone starts its providers several times. Only whoever has the ID token finds it.
 */
export interface KeptTokens {
  find(idToken: string): PipelineToken | undefined
  keep(idToken: string, token: PipelineToken): void
}

interface Options {
  readonly endpoint: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export function keptTokens({ endpoint, env }: Options): KeptTokens {
  const folder = folderIn(env)
  const fileOf = (idToken: string): string =>
    join(folder, `${createHash('sha256').update(`${endpoint}\n${idToken}`).digest('hex')}.json`)
  return {
    find: (idToken) => attempt(() => (isOwn(folder) ? read(fileOf(idToken)) : undefined)),
    keep(idToken, token) {
      // Without it, only this command can use the token.
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (!isOwn(folder)) return
        removeExpired(folder)
        const file = fileOf(idToken)
        const draft = `${file}.${randomUUID()}`
        writeFileSync(draft, JSON.stringify(token), { mode: 0o600, flag: 'wx' })
        renameSync(draft, file)
      })
    },
  }
}

function folderIn({ XDG_STATE_HOME: state, HOME }: Options['env']): string {
  const own = state !== undefined && isAbsolute(state) ? state : join(HOME || homedir(), '.local', 'state')
  return join(own, 'svc', 'pipeline')
}

/** A folder that others can change or have created is neither trusted nor written to. */
function isOwn(folder: string): boolean {
  if (!existsSync(folder)) return false
  const found = lstatSync(folder)
  const isOurs = process.getuid === undefined || found.uid === process.getuid()
  const isClosed = process.platform === 'win32' || (found.mode & 0o077) === 0
  return found.isDirectory() && isOurs && isClosed
}

function read(file: string): PipelineToken | undefined {
  if (!existsSync(file)) return undefined
  const { token, expiresAt } = JSON.parse(readFileSync(file, 'utf8'))
  const isValid = typeof token === 'string' && typeof expiresAt === 'number' && expiresAt > Date.now()
  return isValid ? { token, expiresAt } : undefined
}

function removeExpired(folder: string): void {
  for (const name of readdirSync(folder))
    if (attempt(() => read(join(folder, name))) === undefined) rmSync(join(folder, name), { force: true })
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
