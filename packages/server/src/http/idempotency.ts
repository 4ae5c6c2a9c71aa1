import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { CatalogError, invalid } from '@svc/model'
import type { Context } from '../services/context.ts'
import type { Change } from '../store/change.ts'
import { findAnswer, keepAnswer, type KeyPlace } from '../store/idempotency.ts'
import type { Answer } from './answer.ts'

const keptMs = 86_400_000
const running = new Set<string>()

export interface OnceRequest {
  readonly key: string
  readonly partitionId: string
  readonly method: string
  readonly url: string
  readonly body: unknown
  /** The secret that the caller presented; it seals answers that hold a secret themselves. */
  readonly bearer: string
  readonly holdsSecret: boolean
}

/** The header, bare or as a quoted string. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/**
 * Runs a write at most once for a key: the answer is kept in the same transaction as the effect, so after a
 * crash there are either both or neither.
 */
export async function once(
  ctx: Context,
  request: OnceRequest | undefined,
  write: (run: (change: Change) => Promise<Answer>) => Promise<Answer>,
  run: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  if (!request) return write(run)
  const place: KeyPlace = {
    partitionId: request.partitionId,
    credentialId: ctx.caller.credential.id,
    key: request.key,
  }
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
    return await write(async (change) => {
      const kept = await replay(change, place, request)
      if (kept) return kept
      const answer = await run(change)
      const body = String(answer.body)
      const stored = request.holdsSecret ? seal(body, request.bearer) : body
      await keepAnswer(
        change.sql,
        place,
        { fingerprint: fingerprintOf(request), status: answer.status, body: stored },
        change.at,
      )
      return answer
    })
  } finally {
    running.delete(inFlight)
  }
}

async function replay(change: Change, place: KeyPlace, request: OnceRequest): Promise<Answer | undefined> {
  const since = new Date(Date.parse(change.at) - keptMs).toISOString()
  const kept = await findAnswer(change.sql, place, since)
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprintOf(request)) {
    throw new CatalogError(
      'idempotency_conflict',
      'This Idempotency-Key was used before with another request. Take a new one.',
    )
  }
  const body = request.holdsSecret ? unseal(kept.body, request.bearer) : kept.body
  return { status: kept.status, body, headers: { 'idempotent-replayed': 'true' } }
}

const fingerprintOf = ({ method, url, body }: OnceRequest): string =>
  hash('sha256', JSON.stringify([method, url, body]))

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
