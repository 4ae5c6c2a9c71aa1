import type { SpecialOperationId } from '@svc/model'
import type { Handler } from '../exchange.ts'
import { credentialHandlers } from './credentials.ts'
import { historyHandlers } from './history.ts'
import { reportHandlers } from './reports.ts'
import { ssoHandlers } from './sso.ts'

/** Endpoints that are not one of a kind's five, each by the id of its operation. */
export const specialHandlers = {
  ...credentialHandlers,
  ...historyHandlers,
  ...reportHandlers,
  ...ssoHandlers,
} satisfies Record<Exclude<SpecialOperationId, 'getOpenApi'>, Handler>
