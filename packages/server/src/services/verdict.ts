import { foreseenMessage } from './foreseen.ts'

/** What a try came to, in one sentence. */
export interface Verdict {
  readonly ok: boolean
  readonly message: string
}

/** What went wrong, where it is something that may go wrong. */
export function sentenceOf(error: unknown): string {
  const message = foreseenMessage(error)
  if (message === undefined) throw error
  return message
}
