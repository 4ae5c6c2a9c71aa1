import type { AskInput, Client } from '@svc/client'
import type { Operation } from '@svc/model'
import type { RecordJson } from '../state.ts'

/** Calls an operation that is known only at run time. */
export const ask = async (client: Client, operation: Operation, input?: AskInput): Promise<RecordJson> =>
  (await client.ask(operation, input)) as RecordJson
