import type { Client } from '@svc/client'
import type { Operation, SpecialOperationId } from '@svc/model'
import type { RecordJson } from '../state.ts'

type Input = Pick<NonNullable<Parameters<Client['call']>[1]>, 'params' | 'query'>

/** What svc answers to an operation of which no more is known than its description. */
export const ask = async (client: Client, { id }: Operation, input?: Input): Promise<RecordJson> =>
  (await client.call(id as SpecialOperationId, input)) as RecordJson
