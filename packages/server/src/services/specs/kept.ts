import { hash } from 'node:crypto'
import { CatalogError, invalid, type KeptSpec, kinds, maxKeptSpecBytes } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findKeptSpec, putKeptSpec, readKeptSpec, removeKeptSpec } from '../../store/queries/api-specs.ts'
import { type Context, notFound, partitionOf, removeFrom, writeTo } from '../context.ts'
import { findRecord } from '../records/records.ts'
import { formatInTurns } from './format-in-turns.ts'

const kind = kinds.api

/** A specification with its text. */
export interface KeptText extends KeptSpec {
  readonly content: string
}

/** Refuses to change what is no longer as the caller has read it. */
export type CheckKept = (kept: KeptText | undefined) => void

/** What is kept for an API that is there, without its text. */
export const keptSpecOf = (ctx: Context, apiId: string): Promise<KeptSpec | undefined> =>
  ctx.store.run(findKeptSpec, partitionOf(ctx.caller, kind), apiId)

export const keptTextOf = (ctx: Context, apiId: string): Promise<KeptText | undefined> =>
  ctx.store.run(readKeptSpec, partitionOf(ctx.caller, kind), apiId)

/** What an answer tells of it, and the log. */
export const factsIn = ({ format, size, sha256, updatedAt, updatedBy }: KeptSpec): KeptSpec => ({
  ...{ format, size, sha256, updatedAt, updatedBy },
})

/** A text that can be kept, with what is known of it. */
export type DescribedSpec = Omit<KeptText, 'updatedAt' | 'updatedBy'>

/** Outside of any transaction: nobody else waits while a large text is looked at. */
export const describedSpec = async (text: string): Promise<DescribedSpec> => ({
  content: text,
  format: await formatInTurns(text),
  size: Buffer.byteLength(text),
  sha256: hash('sha256', text),
})

export async function keepSpec(
  ctx: Context,
  apiId: string,
  { spec, check }: { readonly spec: string | undefined; readonly check: CheckKept | undefined },
): Promise<KeptText> {
  await findRecord(ctx, kind, apiId)
  const described = await describedSpec(checkedText(spec))
  return writeTo(ctx, kind, (change) => putSpec(change, apiId, described, check))
}

/** Keeps a text, in place of the one that was kept before. The same text again changes nothing. */
export async function putSpec(
  change: Change,
  apiId: string,
  described: DescribedSpec,
  check?: CheckKept,
): Promise<KeptText> {
  const before = await keptIn(change, apiId, check)
  if (before?.sha256 === described.sha256) return { ...before, content: described.content }
  const { actor, at } = change
  const kept = { ...described, updatedAt: at, updatedBy: actor.type === 'user' ? actor.id : null }
  await change.run(putKeptSpec, change.partitionId, { ...kept, apiId })
  await log(change, 'spec_updated', apiId, { before, after: kept })
  return kept
}

export const removeSpec = (ctx: Context, apiId: string, check: CheckKept | undefined): Promise<void> =>
  removeFrom(ctx, kind, async (change) => {
    const before = await keptIn(change, apiId, check)
    if (!before)
      throw new CatalogError('not_found', `No specification is kept for the API ${JSON.stringify(apiId)}.`)
    await change.run(removeKeptSpec, change.partitionId, apiId)
    await log(change, 'spec_removed', apiId, { before, after: undefined })
  })

async function keptIn(
  change: Change,
  apiId: string,
  check: CheckKept | undefined,
): Promise<KeptSpec | undefined> {
  if (!(await change.find(kind, apiId))) throw notFound(kind, apiId)
  if (!check) return change.run(findKeptSpec, change.partitionId, apiId)
  const kept = await change.run(readKeptSpec, change.partitionId, apiId)
  check(kept)
  return kept
}

function checkedText(spec: string | undefined): string {
  if (spec === undefined) throw invalid('spec', 'is required')
  const size = Buffer.byteLength(spec)
  if (size > maxKeptSpecBytes)
    throw invalid(
      'spec',
      `has ${size} bytes, and at most ${maxKeptSpecBytes} are kept. Publish a larger one, and set specUrl`,
    )
  if (spec.trim() === '')
    throw invalid('spec', 'is empty: send the text of the specification, or DELETE the one that is kept')
  return spec
}

/** Without the text, which would be in each event anew. */
function log(
  change: Change,
  what: string,
  id: string,
  { before, after }: { readonly before: KeptSpec | undefined; readonly after: KeptSpec | undefined },
): Promise<void> {
  const state = (kept: KeptSpec | undefined) => (kept ? { spec: factsIn(kept) } : null)
  return change.log(`${kind.name}.${what}`, { kind: kind.name, id }, state(before), state(after))
}
