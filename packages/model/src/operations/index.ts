import { allKinds } from '../kinds/index.ts'
import * as credentials from './credentials.ts'
import { listAuditLog, listIssueActivity } from './history.ts'
import { operationsOf } from './kind-operations.ts'
import type { Operation } from './operation.ts'
import * as reports from './reports.ts'

const { specFormats: _, ...reportOperations } = reports

/** Endpoints that are not one of a kind's five; each is bound to a handler by its id. */
export const specialOperations = { ...credentials, ...reportOperations, listIssueActivity, listAuditLog }

export type SpecialOperationId = (typeof specialOperations)[keyof typeof specialOperations]['id']

/** Every endpoint of the API. */
export const allOperations: readonly Operation[] = [
  ...allKinds.flatMap(operationsOf),
  ...Object.values(specialOperations),
]
