import type { AskInput, Client } from '@svc/client'
import type { Operation } from '@svc/model'
import type { RecordJson } from '../state.ts'

/** What svc answers to an operation of which no more is known than its description. */
export const ask = async (client: Client, operation: Operation, input?: AskInput): Promise<RecordJson> =>
  (await client.ask(operation, input)) as RecordJson
