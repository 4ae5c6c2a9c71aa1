import type { Readable } from 'node:stream'
import type { Nothing } from '@svc/model'
import type { Pieces } from './pieces.ts'

declare const said: unique symbol

/**
 * What a handler returns; only the router writes it out. Its body is already serialised: its content exists
 * only as a type, which the compiler checks against what the operation promises.
 */
export interface Answer<V = unknown> {
  readonly status: number
  readonly body?: Buffer | string | Pieces | Readable
  /** A stream that continues until the client disconnects. */
  readonly isEndless?: true
  readonly etag?: string
  /** Where its body comes from the cache: under which key, and which version of it. */
  readonly kept?: { readonly key: string; readonly version: string }
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly [said]?: V
}

/** From this length on, text is better cached and sent as bytes. */
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
