import { kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'

/** Who may come in, and how, has changed: every process drops what it has cached of sessions, which this may end. */
export const rulesChanged = (change: Change): void => change.touch(kinds.user)
