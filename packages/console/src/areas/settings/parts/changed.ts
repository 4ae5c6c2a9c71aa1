import type { Fields } from '@svc/client'
import { isAlike } from '../../../form/draft.ts'

/** Only the fields that differ are sent, so that other people's changes to the others stay. */
export const changed = (before: object, after: Fields): Fields =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => !isAlike(value, (before as Fields)[key])))
