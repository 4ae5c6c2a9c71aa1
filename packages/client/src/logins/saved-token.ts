import { baseOf } from '../endpoint.ts'
import type { Env } from './config-folder.ts'
import { withLock } from './lock.ts'
import { loginsFile, readLogin, removeLogin, type SavedLogin, writeLogin } from './saved-logins.ts'
import { askOAuth } from './token-endpoint.ts'
import { clientId, requestTokens, TokenRefused } from './tokens.ts'

/** A token that ends in a moment could end on its way. */
const spareMs = 60_000

const isFresh = ({ expiresAt }: SavedLogin): boolean => expiresAt - Date.now() > spareMs

const locked = <T>(env: Env, run: () => Promise<T>): Promise<T> => withLock(`${loginsFile(env)}.lock`, run)

/** Somebody has to sign in again. */
export class LoginEnded extends Error {}

/**
 * Gives the token of whoever has signed in to a server on this machine, and gets the next one in time; undefined if
 * nobody has.
 */
export async function savedToken(endpoint: string, env: Env): Promise<(() => Promise<string>) | undefined> {
  const base = baseOf(endpoint)
  let login = await readLogin(env, base)
  if (!login) return undefined
  return async () => {
    if (!login || !isFresh(login)) login = await refreshed(base, env)
    return login.accessToken
  }
}

async function refreshed(base: string, env: Env): Promise<SavedLogin> {
  return locked(env, async () => {
    // Another process may have been faster.
    const current = await readLogin(env, base)
    if (!current) throw new LoginEnded(`You are no longer signed in to ${base}: run svc login.`)
    if (isFresh(current)) return current
    try {
      const next = await requestTokens(base, {
        grant_type: 'refresh_token',
        refresh_token: current.refreshToken,
      })
      await writeLogin(env, base, next)
      return next
    } catch (error) {
      if (!(error instanceof TokenRefused) || error.code !== 'invalid_grant') throw error
      await removeLogin(env, base)
      throw new LoginEnded(`Your sign-in at ${base} has ended: run svc login.`, { cause: error })
    }
  })
}

/** Keeps what a new sign-in brought, in place of an older one, which ends. Says where it is kept. */
export async function saveLogin(endpoint: string, env: Env, login: SavedLogin): Promise<'keychain' | 'file'> {
  const base = baseOf(endpoint)
  return locked(env, async () => {
    const before = await readLogin(env, base)
    const kept = await writeLogin(env, base, login)
    // Otherwise it would stay in the list of programs for a month. Nothing depends on it.
    if (before) await giveBack(base, before).catch(() => {})
    return kept
  })
}

export interface Forgotten {
  /** Whether there was one. */
  readonly wasSignedIn: boolean
  /** Why the server was not told; undefined if it was. */
  readonly trouble?: unknown
}

/** Forgets a sign-in in any case, and tells the server, if it can be reached. */
export async function forgetLogin(endpoint: string, env: Env): Promise<Forgotten> {
  const base = baseOf(endpoint)
  return locked(env, async () => {
    const login = await readLogin(env, base)
    await removeLogin(env, base)
    if (!login) return { wasSignedIn: false }
    return giveBack(base, login).then(
      () => ({ wasSignedIn: true }),
      (trouble: unknown) => ({ wasSignedIn: true, trouble }),
    )
  })
}

async function giveBack(base: string, { refreshToken }: SavedLogin): Promise<void> {
  const reply = await askOAuth(base, '/oauth/revoke', { client_id: clientId, token: refreshToken })
  if (reply.status !== 200) throw new TokenRefused(reply)
}
