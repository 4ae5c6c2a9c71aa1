import { expectedErrorMessage } from './expected-errors.ts'

/** The result of a test, in one sentence. */
export interface Verdict {
  readonly ok: boolean
  readonly message: string
}

/** What went wrong; rethrows errors that are bugs in svc. */
export function sentenceOf(error: unknown): string {
  const message = expectedErrorMessage(error)
  if (message === undefined) throw error
  return message
}
