import { at, textAt, timeAt } from '../json-value.ts'
import { ifAllowed, type UpstreamApi } from '../upstream-api.ts'

interface Times {
  readonly startsAt: string | null
  readonly endsAt: string | null
}

const unknownTimes: Times = { startsAt: null, endsAt: null }

const interval = { interval: 2, intervalUnit: 'weeks' }

/**
 * When a person's shift started and when it ends, by the timeline of their schedule. It covers two weeks; a
 * shift that reaches its very edge may have been cut off there, so that end is unknown.
 */
export async function shiftTimes(
  api: UpstreamApi,
  path: string,
  {
    envelope,
    isTheirs,
    query = {},
  }: {
    readonly envelope: readonly string[]
    readonly isTheirs: (recipient: unknown) => boolean
    readonly query?: Readonly<Record<string, string>>
  },
): Promise<Times> {
  const answer = await ifAllowed(api.get(`${path}/timeline`, { ...interval, ...query }))
  const timeline = at(answer?.value, ...envelope)
  const now = new Date().toISOString()
  for (const rotation of entries(timeline, 'finalTimeline', 'rotations')) {
    for (const period of entries(rotation, 'periods')) {
      const [startsAt, endsAt] = [timeAt(period, 'startDate'), timeAt(period, 'endDate')]
      const isNow = startsAt !== null && startsAt <= now && (endsAt === null || endsAt > now)
      const recipients = [at(period, 'recipient'), ...entries(period, 'flattenedRecipients')]
      if (!isNow || !recipients.some(isTheirs)) continue
      return {
        startsAt: startsAt === timeAt(timeline, 'startDate') ? null : startsAt,
        endsAt: endsAt === timeAt(timeline, 'endDate') ? null : endsAt,
      }
    }
  }
  return unknownTimes
}

function entries(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Whether a recipient has this text, regardless of case, under a key. */
export const recipientBy =
  (key: string, expected: string) =>
  (recipient: unknown): boolean =>
    textAt(recipient, key)?.toLowerCase() === expected.toLowerCase()
