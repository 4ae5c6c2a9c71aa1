import { CatalogError } from '@svc/model'
import type { Caller } from '../context.ts'

/** What both modes share is live: in test mode it can be read but not changed. */
export function requireLive({ mode, credential }: Caller): void {
  if (mode === 'live') return
  const way = credential.type === 'session' ? 'switch to live mode' : 'use a live token'
  throw new CatalogError(
    'forbidden',
    `Members, sign-in and the organisation itself are shared by live and test mode, and can be changed only in live mode: ${way}.`,
  )
}
