import type { Readable } from 'node:stream'

/** What a handler gives back; the one place that writes it out is the router. */
export interface Answer {
  readonly status: number
  readonly body?: Buffer | string | Readable
  /** A stream that goes on until the client leaves. */
  readonly isEndless?: true
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Text from this length on is better kept and sent as bytes. */
export const largeBody = 16 * 1024

export type MaybePromise<T> = T | Promise<T>

export const json = (
  status: number,
  value: unknown,
  extra: Omit<Answer, 'status' | 'body'> = {},
): Answer => ({
  status,
  body: JSON.stringify(value),
  ...extra,
})

export const noContent: Answer = { status: 204 }
export const notModified = (etag: string): Answer => ({ status: 304, etag })

/** What the same address may answer differently by; said in every answer, so that no cache mixes two callers up. */
export const vary = 'Authorization, Cookie, X-Svc-Mode'
