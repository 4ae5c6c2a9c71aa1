import type { Api } from '../company/apis.ts'
import { toAsyncApi } from './asyncapi.ts'
import { toGraphQl } from './graphql.ts'
import { type Interface, interfaceOf } from './interface.ts'
import { toOpenApi } from './openapi.ts'
import { toProto } from './proto.ts'

const writers: Readonly<Record<string, (api: Api, its: Interface) => string>> = {
  rest: toOpenApi,
  openapi: toOpenApi,
  asyncapi: toAsyncApi,
  graphql: toGraphQl,
  grpc: toProto,
}

/** The specification of an API; null for protocols that have none, and for what is gone. */
export function specOf(api: Api): string | null {
  const write = api.lifecycle === 'retired' ? undefined : writers[api.kind]
  return write ? write(api, interfaceOf(api)) : null
}
