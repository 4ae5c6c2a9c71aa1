import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configFolder, type Env } from './config-folder.ts'
import { keychainOf } from './keychain.ts'

/** What a program holds after somebody has signed in with it. */
export interface SavedLogin {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token ends, in milliseconds. */
  readonly expiresAt: number
}

/** In the file: the tokens, or that the keychain of the operating system has them. */
type Entry = { readonly kept: 'keychain' } | { readonly kept: 'file'; readonly login: SavedLogin }

type Entries = Readonly<Record<string, Entry>>

export const loginsFile = (env: Env): string => join(configFolder(env), 'logins.json')

async function readEntries(env: Env): Promise<Entries> {
  const text = await readFile(loginsFile(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text) as Entries
  } catch {
    throw new Error(`${loginsFile(env)} is damaged: delete it, and sign in again with svc login.`)
  }
}

/** Nobody else may read it, and nobody ever sees half of it. */
async function writeEntries(env: Env, entries: Entries): Promise<void> {
  const path = loginsFile(env)
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}.new`
  await writeFile(next, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 })
  await rename(next, path)
}

/** The servers that somebody is signed in to on this machine. */
export const loginEndpoints = async (env: Env): Promise<readonly string[]> =>
  Object.keys(await readEntries(env))

export async function readLogin(env: Env, endpoint: string): Promise<SavedLogin | undefined> {
  const entries = await readEntries(env)
  const entry = Object.hasOwn(entries, endpoint) ? entries[endpoint] : undefined
  if (!entry) return undefined
  if (entry.kept === 'file') return entry.login
  const text = await keychainOf(env)?.read(endpoint)
  return text === undefined ? undefined : (JSON.parse(text) as SavedLogin)
}

/** Says where it is kept. Called with the lock held. */
export async function writeLogin(env: Env, endpoint: string, login: SavedLogin): Promise<Entry['kept']> {
  const isInKeychain = (await keychainOf(env)?.store(endpoint, JSON.stringify(login))) ?? false
  const entry: Entry = isInKeychain ? { kept: 'keychain' } : { kept: 'file', login }
  await writeEntries(env, { ...(await readEntries(env)), [endpoint]: entry })
  return entry.kept
}

/** Called with the lock held. */
export async function removeLogin(env: Env, endpoint: string): Promise<void> {
  const { [endpoint]: gone, ...rest } = await readEntries(env)
  if (gone?.kept === 'keychain') await keychainOf(env)?.remove(endpoint)
  if (gone) await writeEntries(env, rest)
}
