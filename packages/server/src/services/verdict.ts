import { ForbiddenAddressError, UpstreamError } from '../outbound/errors.ts'
import { MasterKeyError } from './vault/master-key.ts'
import { UseRefusedError } from './vault/uses.ts'

/** What a try came to, in one sentence. */
export interface Verdict {
  readonly ok: boolean
  readonly message: string
}

/** What was found does not fit its use; the message is the verdict. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
}

/** What went wrong, where it is something that may go wrong. */
export function sentenceOf(error: unknown): string {
  const isForeseen =
    error instanceof Misfit ||
    error instanceof MasterKeyError ||
    error instanceof UseRefusedError ||
    error instanceof ForbiddenAddressError ||
    error instanceof UpstreamError
  if (isForeseen) return error.message
  throw error
}
