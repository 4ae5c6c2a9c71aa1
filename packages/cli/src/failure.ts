/** The command line is wrong: one sentence that says what is allowed, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command cannot do its work: one sentence, exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** "a, b or c" */
export function anyOf(words: readonly string[]): string {
  if (words.length < 2) return words.join()
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
