import type { Readable } from 'node:stream'
import type { Nothing } from '@svc/model'

declare const said: unique symbol

/**
 * What a handler gives back; the one place that writes it out is the router. Its body is bytes already; the
 * compiler alone knows what they say, and holds it against what the operation promises.
 */
export interface Answer<V = unknown> {
  readonly status: number
  readonly body?: Buffer | string | Readable
  /** A stream that goes on until the client leaves. */
  readonly isEndless?: true
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly [said]?: V
}

/** Text from this length on is better kept and sent as bytes. */
export const largeBody = 16 * 1024

export const json = <V>(
  status: number,
  value: V,
  extra: Pick<Answer, 'etag' | 'headers'> = {},
): Answer<V> => ({
  status,
  body: JSON.stringify(value),
  ...extra,
})

export const noContent: Answer<Nothing> = { status: 204 }
export const notModified = (etag: string): Answer<never> => ({ status: 304, etag })

/** What the same address may answer differently by; said in every answer, so that no cache mixes two callers up. */
export const vary = 'Authorization, Cookie, X-Svc-Mode'
