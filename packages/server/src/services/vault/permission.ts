import { CatalogError, isDeployed, kinds, needsHost, type VaultUse } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { keywordsWithValue } from '../../store/queries/secret-values.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, partitionOf } from '../context.ts'
import { permits, refusalOf, type Secret, UseRefusedError } from './uses.ts'
import { createUseLog, type NotedUse } from './use-log.ts'

/** A field of a record that names a vault item, and what for. */
export interface NamedUse {
  readonly path: string
  readonly keyword: string
  readonly use: VaultUse
}

/** Thrown inside a transaction that is then rolled back: the refusal is logged after that. */
class UsesRefusedError extends CatalogError {
  readonly refusals: readonly UseRefusedError[]

  constructor(message: string, details: readonly Detail[]) {
    const shown = details.slice(0, 50).map((one) => ({ path: one.path, message: one.message }))
    super('invalid_request', message, { details: shown })
    this.refusals = details.flatMap(({ refusal }) => refusal ?? [])
  }
}

interface Detail {
  readonly path: string
  readonly message: string
  readonly refusal?: UseRefusedError
}

/**
 * Refuses a record that would use vault items for uses they do not list. A person who stored a value without naming
 * its uses knows it anyway: what they configure becomes a use of the item.
 */
export async function requireUses(change: Change, named: readonly NamedUse[]): Promise<void> {
  const items = await itemsNamed(change, [...new Set(named.map(({ keyword }) => keyword))])
  const details: Detail[] = []
  for (const { path, keyword, use } of named) {
    const stored = items.get(keyword)
    const fault = faultOf(stored?.record as Secret | undefined, change, use)
    if (fault) details.push({ path, ...fault })
    else if (stored) items.set(keyword, await granted(change, stored, use))
  }
  const [first] = details
  if (first) throw new UsesRefusedError(`${first.path} ${first.message}.`, details)
}

async function itemsNamed(change: Change, keywords: readonly string[]): Promise<Map<string, StoredRecord>> {
  const known = await change.run(keywordsWithValue, change.partitionId, keywords)
  const found = await change.list(kinds.secret, { where: [{ field: 'keyword', oneOf: [...known] }] })
  return new Map(found.map((stored) => [String(stored.record.keyword), stored]))
}

function faultOf(
  secret: Secret | undefined,
  change: Change,
  use: VaultUse,
): Omit<Detail, 'path'> | undefined {
  // A keyword may be a secret that was pasted into the wrong field: it is not repeated.
  if (!secret) return { message: 'does not name a vault item with a value: put it into the vault first' }
  if (secret.deploymentOnly && !isDeployed(use.type))
    return { message: 'names a vault item that only deployments may use' }
  if (permits(secret.uses, use) || isOpenTo(secret, change, use)) return undefined
  const message = `names a vault item that ${refusalOf(secret.uses, use)}`
  return { message, refusal: new UseRefusedError(secret, use) }
}

/** The item with the use added to its list. */
async function granted(change: Change, stored: StoredRecord, use: VaultUse): Promise<StoredRecord> {
  const secret = stored.record as Secret
  if (permits(secret.uses, use)) return stored
  const uses = [...(secret.uses ?? []), use]
  return change.update(kinds.secret, stored, { ...secret, uses, updatedAt: change.at })
}

const isOpenTo = ({ usesOpenTo }: Secret, { actor }: Change, { type, host }: VaultUse): boolean =>
  usesOpenTo !== null && usesOpenTo === actor.id && (host !== null || !needsHost(type))

/** The same for a use outside a write; the vault itself reports refusals. */
export async function grantUse(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { partitionId, actor }: Pick<NotedUse, 'partitionId' | 'actor'>,
  { keyword, use }: Omit<NamedUse, 'path'>,
): Promise<void> {
  await store.write({ partitionId, actor, now }, async (change) => {
    const stored = (await itemsNamed(change, [keyword])).get(keyword)
    if (stored && isOpenTo(stored.record as Secret, change, use)) await granted(change, stored, use)
  })
}

/** Runs a write that names vault items, and logs the uses that it was refused. */
export async function loggingRefusals<T>(ctx: Context, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UsesRefusedError) {
      const log = createUseLog(ctx.store, ctx.now)
      const place = { partitionId: partitionOf(ctx.caller, kinds.secret), actor: ctx.caller.actor }
      for (const { secretId, use } of error.refusals)
        await log({ ...place, secretId, use, outcome: 'use_refused' })
    }
    throw error
  }
}
