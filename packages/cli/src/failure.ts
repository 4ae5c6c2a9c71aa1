/** The command line is wrong: one sentence that says what is allowed, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command cannot do its work: one sentence, exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** "a, b or c" */
export const anyOf = (words: readonly string[]): string => listed(words, 'or')

/** "a, b and c" */
export const allOf = (words: readonly string[]): string => listed(words, 'and')

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
