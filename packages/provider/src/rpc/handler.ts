import type { CallName, Request, Response } from '../protocol/messages.ts'
import type { Provider } from './provider.ts'

/** One call, decoded: its result is encoded by the caller, and what it throws becomes a diagnostic. */
export type Handler<Name extends CallName> = (
  provider: Provider,
  request: Request<Name>,
) => Response<Name> | Promise<Response<Name>>
