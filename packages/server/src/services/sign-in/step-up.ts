import { CatalogError } from '@svc/model'
import type { Caller } from '../context.ts'

/** How long somebody who has proved who they are may change what everybody's access depends on. */
export const recentMs = 15 * 60_000

/**
 * Refuses a session whose person has not proved who they are for a while: an unattended or stolen one must not be
 * enough to gain lasting access. Programs are not asked, since a token is proved with each request.
 */
export function requireRecentSignIn({ credential }: Caller, now: Date): void {
  if (credential.type !== 'session') return
  const ageMs = now.getTime() - Date.parse(credential.authenticatedAt ?? '')
  if (ageMs <= recentMs) return
  throw new CatalogError(
    'reauthentication_required',
    'Confirm first that it is still you: you signed in more than 15 minutes ago.',
  )
}
