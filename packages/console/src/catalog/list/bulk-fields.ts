import type { Kind } from '@svc/model'

/** What can be changed of many at once. */
export const bulkFields = (kind: Kind): readonly string[] =>
  ['ownerTeamId', 'tags'].filter((key) => kind.fields[key] && !kind.fields[key].traits.immutable)
