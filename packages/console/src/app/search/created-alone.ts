import type { Kind } from '@svc/model'
import { isBelonging } from '../../values/belonging.ts'

/**
 * Whether people create a record of a kind by itself: one with a place in the navigation, one that is also kept as
 * code, or one that is looked for by itself and belongs to nothing. A comment, a link or a view begins at what it is of.
 */
export const isCreatedAlone = (kind: Kind): boolean =>
  kind.verbs.includes('create') &&
  (kind.place !== undefined ||
    kind.resourceType !== undefined ||
    (kind.search !== undefined && !Object.values(kind.fields).some(isBelonging)))
