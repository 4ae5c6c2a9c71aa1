import { CatalogError } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findAnswer, keepAnswer, type KeyPlace } from '../../store/queries/idempotent-answers.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import type { Context } from '../context.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

const retentionMs = 86_400_000
const running = new Set<string>()

/** A request that a caller wants to take effect only once. */
export interface OnceRequest {
  readonly key: string
  readonly partitionId: PartitionId
  /** Distinguishes two requests with the same key. */
  readonly fingerprint: string
  /** The secret that the caller presented, if the answer contains a secret itself and must be sealed with it. */
  readonly sealWith: string | undefined
}

/** An answer, and whether it is a replay of the first request with the key. */
export interface Outcome<A> {
  readonly answer: A
  readonly isReplay: boolean
}

type Write = <T>(run: (change: Change) => Promise<T>) => Promise<T>

/**
 * Runs a write at most once for a key: the answer is stored in the same transaction as the effect, so after a crash
 * there are either both or neither. Answers are stored as JSON.
 */
export async function once<A>(
  ctx: Context,
  request: OnceRequest | undefined,
  write: Write,
  run: (change: Change) => Promise<A>,
): Promise<Outcome<A>> {
  if (!request) return fresh(await write(run))
  const place = placeOf(ctx, request)
  return exclusively(place, () =>
    write(async (change) => {
      const kept = await replay<A>(change, place, request)
      return kept ?? keep(change, place, request, await run(change))
    }),
  )
}

/** The same for calls to another service, which must not hold a transaction open and may happen twice in a crash. */
export async function onceOutside<A>(
  ctx: Context,
  request: OnceRequest | undefined,
  write: Write,
  ask: () => Promise<A>,
): Promise<Outcome<A>> {
  if (!request) return fresh(await ask())
  const place = placeOf(ctx, request)
  return exclusively(place, async () => {
    const kept = await write((change) => replay<A>(change, place, request))
    if (kept) return kept
    const answer = await ask()
    return write((change) => keep(change, place, request, answer))
  })
}

const fresh = <A>(answer: A): Outcome<A> => ({ answer, isReplay: false })

const placeOf = ({ caller }: Context, { partitionId, key }: OnceRequest): KeyPlace => ({
  partitionId,
  credentialId: caller.credential.id,
  key,
})

async function exclusively<T>(place: KeyPlace, work: () => Promise<T>): Promise<T> {
  const inFlight = JSON.stringify(place)
  if (running.has(inFlight)) {
    throw new CatalogError(
      'idempotency_conflict',
      'The first request with this Idempotency-Key is still running.',
      { status: 409 },
    )
  }
  running.add(inFlight)
  try {
    return await work()
  } finally {
    running.delete(inFlight)
  }
}

async function keep<A>(
  change: Change,
  place: KeyPlace,
  { fingerprint, sealWith }: OnceRequest,
  answer: A,
): Promise<Outcome<A>> {
  const text = JSON.stringify(answer)
  const kept = { fingerprint, answer: sealWith === undefined ? text : sealAnswer(text, sealWith) }
  await change.run(keepAnswer, place, kept, change.at)
  return fresh(answer)
}

async function replay<A>(
  change: Change,
  place: KeyPlace,
  { fingerprint, sealWith }: OnceRequest,
): Promise<Outcome<A> | undefined> {
  const kept = await change.run(findAnswer, place, keptSince(change.at))
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprint) throw usedBefore()
  const text = sealWith === undefined ? kept.answer : openAnswer(kept.answer, sealWith)
  return { answer: JSON.parse(text) as A, isReplay: true }
}

/** Only a successful request uses up its key, so an invalid body is never the same request. */
export async function refuseUsedKey({ store, caller, now }: Context, key: string): Promise<void> {
  const { organisation, mode, credential } = caller
  const since = keptSince(now().toISOString())
  for (const partitionId of [organisation.partitions[mode], organisation.home]) {
    const place = { partitionId, credentialId: credential.id, key }
    if (await store.run(findAnswer, place, since)) throw usedBefore()
  }
}

const keptSince = (at: string): string => new Date(Date.parse(at) - retentionMs).toISOString()

const usedBefore = (): CatalogError =>
  new CatalogError(
    'idempotency_conflict',
    'This Idempotency-Key was already used for another request. Use a new one.',
  )
