export type { Query } from './address.ts'
export type { Fields } from './answer.ts'
export type { NamedRecord, RecordIn } from '@svc/model'
export type {
  Ask,
  AskInput,
  Call,
  CallAnswer,
  CallArguments,
  CallId,
  CallInput,
  CallTagged,
  TaggedAnswer,
} from './calls.ts'
export { type Client, type ClientOptions, createClient, type RecordsOf } from './client.ts'
export { UnexpectedAnswerError, UnreachableError, type UnreachableReason } from './errors.ts'
export type { ListQuery } from './list-query.ts'
export type { Page } from './pages.ts'
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  NotModified,
  Paging,
  ReadOptions,
  Records,
  Tagged,
} from './records.ts'
export type { Download, FileToSend, Manner, TokenSource } from './transport.ts'
export type { RetryNotice, RetryOptions } from './retry.ts'
