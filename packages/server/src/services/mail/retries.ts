const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits between attempts; the last one is repeated until the mail is given up. */
export const mailWaitsMs: readonly number[] = [
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  2 * hour,
  4 * hour,
]

/** However long its link is valid, a mail that is late by more than this would only surprise. */
export const maxMailAgeMs = 24 * hour

/** Spread, so that mails that failed together are not sent together. */
export function waitAfterAttempt(attempts: number, waits: readonly number[], random: number): number {
  const planned = waits[Math.min(attempts, waits.length) - 1] ?? 0
  return planned * (0.9 + 0.2 * random)
}
