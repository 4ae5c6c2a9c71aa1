import type { Scope } from '@svc/model'

/** What each scope allows. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  read: 'See the catalog and everything in it',
  write: 'Create and change records',
  admin: 'Delete records and administer the organisation',
  ingest: 'Report deployments, costs, drift and SLIs',
}
