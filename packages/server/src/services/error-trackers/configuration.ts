import { CatalogError, type ErrorTrackerProvider, invalid, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Records } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Context, notFound, recordsOf } from '../context.ts'
import { requireMatch } from '../integrations/configuration.ts'
import { createRecord, deleteRecord, type Precondition, updateRecord } from '../records/records.ts'
import { requireUses } from '../vault/permission.ts'

export type ErrorTracker = Stored<Kinds['errorTracker']>

export const findErrorTracker = (ctx: Context, appId: string): Promise<StoredRecord> =>
  trackerOf(recordsOf(ctx, kinds.errorTracker), appId).then((stored) => stored ?? missing(appId))

async function trackerOf(records: Records, appId: string): Promise<StoredRecord | undefined> {
  if (appId.includes('\0')) return undefined // PostgreSQL rejects even a query for it
  const where = [{ field: 'appId', is: appId }]
  const [stored] = await records.list(kinds.errorTracker, { where, limit: 1 })
  return stored
}

const missing = (appId: string): never => {
  throw notFound(kinds.errorTracker, appId)
}

interface Request extends Precondition {
  readonly appId: string
}

/** Replaces the configuration of a project's error tracker: omitted fields become null. */
export async function configureErrorTracker(
  ctx: Context,
  change: Change,
  { appId, input, ifMatch }: Request & { readonly input: Fields },
): Promise<StoredRecord> {
  if (!(await change.find(kinds.project, appId))) throw notFound(kinds.project, appId)
  const stored = await trackerOf(change, appId)
  requireMatch(change, stored, ifMatch)
  const fields = checkedFields(appId, input)
  const use = { type: fields.provider, host: null }
  await requireUses(change, [{ path: 'vaultKeyword', keyword: fields.vaultKeyword, use }])
  return stored
    ? updateRecord(ctx, change, kinds.errorTracker, { id: String(stored.record.id), input: fields })
    : createRecord(ctx, change, kinds.errorTracker, fields)
}

function checkedFields(appId: string, input: Fields) {
  const { provider, projectRef = null, vaultKeyword } = input
  if (input.appId !== undefined && input.appId !== appId)
    throw invalid('appId', `must be the project in the path, ${JSON.stringify(appId)}`)
  const required = { provider, vaultKeyword }
  const details = Object.entries(required).flatMap(([path, value]) =>
    value === undefined || value === null ? [{ path, message: 'is required' }] : [],
  )
  const [first] = details
  if (first) throw new CatalogError('invalid_request', `${first.path} is required.`, { details })
  return { appId, provider: provider as ErrorTrackerProvider, projectRef, vaultKeyword: String(vaultKeyword) }
}

export async function removeErrorTracker(
  ctx: Context,
  change: Change,
  { appId, ifMatch }: Request,
): Promise<void> {
  const stored = (await trackerOf(change, appId)) ?? missing(appId)
  await deleteRecord(ctx, change, kinds.errorTracker, { id: String(stored.record.id), ifMatch })
}
