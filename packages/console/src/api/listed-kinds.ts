import { type Kind, kinds } from '@svc/model'

/** The kinds that have pages: those that can be listed on their own, without naming a parent. */
export const listedKinds: readonly Kind[] = (Object.values(kinds) as readonly Kind[]).filter(
  ({ verbs, requiredFilters }) => verbs.includes('list') && !requiredFilters,
)

/** Whether a single record of a kind has a page. */
export const hasPage = (kind: Kind): boolean => listedKinds.includes(kind) && kind.verbs.includes('read')
