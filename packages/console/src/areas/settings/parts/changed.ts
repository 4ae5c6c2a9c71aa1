import type { Fields } from '@svc/client'
import { isAlike } from '../../../form/draft.ts'

/** What differs, and only that, is sent: what others have changed beside it meanwhile stays. */
export const changed = (before: object, after: Fields): Fields =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => !isAlike(value, (before as Fields)[key])))
