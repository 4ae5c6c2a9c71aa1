import type { Webhook } from './webhook.ts'
import { retryAfterMs } from '../../outbound/requested-wait.ts'
import {
  type GuardedFetch,
  type GuardedResponse,
  ForbiddenAddressError,
  UpstreamError,
} from '../../outbound/guarded-fetch.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { MasterKeyError } from '../vault/master-key.ts'
import type { WebhookMessage } from './message.ts'
import type { Sealer } from './sealer.ts'
import { signedHeaders } from './signature.ts'

/** How one attempt went. */
export interface Attempt {
  readonly at: string
  readonly durationMs: number
  readonly responseStatus: number | null
  /** Null if it was delivered. */
  readonly error: string | null
  readonly retryAfterMs: number | undefined
}

export interface WebhookSender {
  readonly sealer: Sealer
  /** Undefined if the server shuts down meanwhile: the outcome is unknown. */
  send(
    partitionId: PartitionId,
    webhook: Webhook,
    message: WebhookMessage,
    options?: SendOptions,
  ): Promise<Attempt | undefined>
}

export interface SendOptions {
  readonly timeoutMs?: number
}

export interface SenderOptions {
  readonly fetch: GuardedFetch
  readonly sealer: Sealer
  readonly now: () => Date
}

/** The context that a webhook's secrets are sealed in. */
export const sealedTo = (partitionId: PartitionId, { id }: Pick<Webhook, 'id'>): string =>
  `${partitionId}/webhook/${id}`

export function createWebhookSender({ fetch, sealer, now }: SenderOptions): WebhookSender {
  const secretsOf = (partitionId: PartitionId, webhook: Webhook, at: Date): readonly string[] => {
    const { secret, oldSecret, oldSecretUntil } = webhook
    const isOldInForce = oldSecret !== null && (oldSecretUntil ?? '') > at.toISOString()
    const sealed = isOldInForce ? [secret, oldSecret] : [secret]
    return sealed.map((one) => sealer.open(one, sealedTo(partitionId, webhook)))
  }

  return {
    sealer,
    async send(partitionId, webhook, message, options) {
      const at = now()
      const startedAt = performance.now()
      const done = (responseStatus: number | null, error: string | null, retryAfterMs?: number): Attempt => ({
        at: at.toISOString(),
        durationMs: Math.round(performance.now() - startedAt),
        responseStatus,
        error: error === null ? null : error.slice(0, 2_000),
        retryAfterMs,
      })
      try {
        const secrets = secretsOf(partitionId, webhook, at)
        const response = await fetch(webhook.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signedHeaders(message, { secrets, at }) },
          body: message.body,
          ...options,
        })
        const { status } = response
        return done(
          status,
          objection(response),
          retryAfterMs(response.headers['retry-after'], now().getTime()),
        )
      } catch (error) {
        if (error instanceof UpstreamError && error.reason === 'aborted') return undefined
        if (isOurs(error)) return done(null, error.message)
        throw error
      }
    },
  }
}

/** Failures whose message is ours, so that the webhook's admins may read it. */
const isOurs = (error: unknown): error is Error =>
  error instanceof UpstreamError || error instanceof ForbiddenAddressError || error instanceof MasterKeyError

function objection({ status }: GuardedResponse): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The receiver redirects (${status}), which is not followed.`
  return `The receiver answered ${status}.`
}
