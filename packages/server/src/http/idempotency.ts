import { createHmac, hash } from 'node:crypto'
import { invalid, type Kind } from '@svc/model'
import { partitionOf, writeTo } from '../services/context.ts'
import { once, onceOutside, type OnceRequest, type Outcome } from '../services/records/idempotency.ts'
import type { Change } from '../store/change.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'

/** The header, bare or as a quoted string. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = header.trim().replace(/^"(.+)"$/, '$1')
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/** A write that an Idempotency-Key makes happen at most once. */
export async function writeOnce<V>(
  exchange: Exchange,
  kind: Kind,
  run: (change: Change) => Promise<Answer<V>>,
  options: { readonly holdsSecret: boolean } = { holdsSecret: false },
): Promise<Answer<V>> {
  const { ctx } = exchange
  const request = onceRequest(exchange, kind, options)
  return marked(await once(ctx, request, (inner) => writeTo(ctx, kind, inner), run))
}

/**
 * A request to another service: an Idempotency-Key makes it happen at most once, and only a few run at a
 * time.
 */
export async function askOnce<V>(
  exchange: Exchange,
  kind: Kind,
  ask: () => Promise<Answer<V>>,
): Promise<Answer<V>> {
  const { ctx, services } = exchange
  const request = onceRequest(exchange, kind, { holdsSecret: false })
  const inTurn = (): Promise<Answer<V>> => services.demand.run(ctx.caller.organisation.id, ask)
  return marked(await onceOutside(ctx, request, (inner) => writeTo(ctx, kind, inner), inTurn))
}

/** The same for work in several transactions, which resumes where it stopped if it is repeated. */
export async function workOnce<V>(
  exchange: Exchange,
  kind: Kind,
  work: () => Promise<Answer<V>>,
): Promise<Answer<V>> {
  const { ctx } = exchange
  const request = onceRequest(exchange, kind, { holdsSecret: false })
  return marked(await onceOutside(ctx, request, (inner) => writeTo(ctx, kind, inner), work))
}

function onceRequest(
  { ctx, idempotencyKey: key, operation, url, body, file, bearer }: Exchange,
  kind: Kind,
  { holdsSecret }: { readonly holdsSecret: boolean },
): OnceRequest | undefined {
  if (key === undefined) return undefined
  // A file must have been read by now.
  const request = JSON.stringify([operation.method, url, file ? file.digest() : body])
  return {
    key,
    partitionId: partitionOf(ctx.caller, kind),
    // From a bare digest in the database a short secret could be guessed.
    fingerprint: holdsSecret
      ? createHmac('sha256', bearer).update(request).digest('hex')
      : hash('sha256', request),
    sealWith: holdsSecret ? bearer : undefined,
  }
}

const marked = <V>({ answer, isReplay }: Outcome<Answer<V>>): Answer<V> =>
  isReplay ? { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } } : answer
