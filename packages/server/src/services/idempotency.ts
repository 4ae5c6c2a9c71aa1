import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CatalogError } from '@svc/model'
import type { Change } from '../store/change.ts'
import { findAnswer, keepAnswer, type KeyPlace } from '../store/idempotency.ts'
import type { PartitionId } from '../store/partition-id.ts'
import type { Context } from './context.ts'

const keptMs = 86_400_000
const running = new Set<string>()

/** What a caller wants to happen once. */
export interface OnceRequest {
  readonly key: string
  readonly partitionId: PartitionId
  /** Tells two requests with the same key apart. */
  readonly fingerprint: string
  /** The secret that the caller presented, where the answer holds a secret itself: it is sealed with it. */
  readonly sealWith: string | undefined
}

/** An answer, and whether it is that of the first request with the key. */
export interface Outcome<A> {
  readonly answer: A
  readonly isReplay: boolean
}

type Write = <T>(run: (change: Change) => Promise<T>) => Promise<T>

/**
 * Runs a write at most once for a key: the answer is kept in the same transaction as the effect, so after a
 * crash there are either both or neither. Answers are kept as JSON.
 */
export async function once<A>(
  ctx: Context,
  request: OnceRequest | undefined,
  write: Write,
  run: (change: Change) => Promise<A>,
): Promise<Outcome<A>> {
  if (!request) return fresh(await write(run))
  const place = placeOf(ctx, request)
  return alone(place, () =>
    write(async (change) => {
      const kept = await replay<A>(change, place, request)
      return kept ?? keep(change, place, request, await run(change))
    }),
  )
}

/** The same for asking another service, which must not hold a transaction open and may happen twice in a crash. */
export async function onceOutside<A>(
  ctx: Context,
  request: OnceRequest | undefined,
  write: Write,
  ask: () => Promise<A>,
): Promise<Outcome<A>> {
  if (!request) return fresh(await ask())
  const place = placeOf(ctx, request)
  return alone(place, async () => {
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

async function alone<T>(place: KeyPlace, work: () => Promise<T>): Promise<T> {
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
  const kept = { fingerprint, answer: sealWith === undefined ? text : seal(text, sealWith) }
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
  const text = sealWith === undefined ? kept.answer : unseal(kept.answer, sealWith)
  return { answer: JSON.parse(text) as A, isReplay: true }
}

/** Only what succeeded used its key up, so a body that is refused is another one, whatever is wrong with it. */
export async function refuseUsedKey({ store, caller, now }: Context, key: string): Promise<void> {
  const { organisation, mode, credential } = caller
  const since = keptSince(now().toISOString())
  for (const partitionId of [organisation.partitions[mode], organisation.home]) {
    const place = { partitionId, credentialId: credential.id, key }
    if (await store.run(findAnswer, place, since)) throw usedBefore()
  }
}

const keptSince = (at: string): string => new Date(Date.parse(at) - keptMs).toISOString()

const usedBefore = (): CatalogError =>
  new CatalogError(
    'idempotency_conflict',
    'This Idempotency-Key was used before with another request. Take a new one.',
  )

/** An answer that shows a secret once must not be readable in the database: only its caller can open it. */
const keyFrom = (bearer: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', bearer, salt, 'svc idempotent answer', 32))

function seal(text: string, bearer: string): string {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(bearer, salt), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(text: string, bearer: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFrom(bearer, bytes.subarray(0, 16)),
    bytes.subarray(16, 28),
  )
  decipher.setAuthTag(bytes.subarray(28, 44))
  return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8')
}
