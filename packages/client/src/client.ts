import {
  type CreateInput,
  type Kind,
  type Kinds,
  kinds,
  type RecordIn,
  type Resource,
  type UpdateInput,
} from '@svc/model'
import {
  type Ask,
  askOf,
  type Call,
  callOf,
  type CallTagged,
  callTaggedOf,
  type DownloadCall,
  downloadOf,
} from './calls.ts'
import type { ListQuery } from './list-query.ts'
import { functionsOf, type Records, recordsOf } from './records.ts'
import { type RetryOptions, withRetries } from './retry.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export interface ClientOptions extends TransportOptions {
  readonly retry?: RetryOptions | undefined
}

/** The functions for a kind's verbs, with the types of its fields. */
export type RecordsOf<K extends Kind> = Pick<
  Records<Resource<K>, CreateInput<K>, UpdateInput<K>, ListQuery<K>>,
  (typeof functionsOf)[K['verbs'][number]][number]
>

/** One property for each kind, calls of the other operations, and the same for kinds known only at run time. */
export type Client = { readonly [K in keyof Kinds]: RecordsOf<Kinds[K]> } & {
  readonly call: Call
  readonly callTagged: CallTagged
  readonly download: DownloadCall
  records<K extends Kind>(kind: K): Records<RecordIn<K>>
  readonly ask: Ask
}

export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options)
  const send = withRetries(transport.send, { retry: options.retry ?? {}, stop: options.signal })
  const download = downloadOf(transport.fetchFile)
  const records = (kind: Kind) => recordsOf(send, kind)
  const byKind = Object.entries(kinds).map(([key, kind]) => [key, offered(kind, records(kind))])
  const ask = askOf(send)
  // The loop creates for each kind what its type says.
  const calls = { call: callOf(ask), callTagged: callTaggedOf(send), download }
  return { ...Object.fromEntries(byKind), records, ask, ...calls } as Client
}

const offered = ({ verbs }: Kind, records: Records): Partial<Records> =>
  Object.fromEntries(verbs.flatMap((verb) => functionsOf[verb]).map((name) => [name, records[name]]))
