import { CatalogError, type Operation } from '@svc/model'
import type { Caller } from '../context.ts'

/**
 * What both modes share is live: in test mode it can be read but not changed. Nor does test mode reach live data beside
 * its own.
 */
export function requireLive(
  { mode, credential }: Caller,
  { ofBothModes }: Pick<Operation, 'ofBothModes'> = {},
): void {
  if (mode === 'live') return
  const way = credential.type === 'session' ? 'switch to live mode' : 'use a live token'
  const what = ofBothModes
    ? 'This is about live and test data together, and is possible only in live mode'
    : 'Members, sign-in and the organisation itself are shared by live and test mode, and can be changed only in live mode'
  throw new CatalogError('forbidden', `${what}: ${way}.`)
}
