import { goalertQuery, oncallProviders } from '@svc/model'
import { UpstreamError } from '../errors.ts'
import { at, listAt, textAt, timeAt } from '../json-value.ts'
import type { OnCallClient } from '../oncall.ts'
import { createUpstreamApi } from '../upstream-api.ts'

const who = oncallProviders.goalert.name

/** It answers for at most 50 days; the end of longer shifts is unknown. */
const lookaheadMs = 14 * 86_400_000

/** Who is on call for a schedule at GoAlert. */
export const goalert: OnCallClient<'goalert'> = {
  async ask(place, { token }, { id }) {
    const subject = `schedule ${JSON.stringify(id)}`
    const headers = { authorization: `Bearer ${token}` }
    const api = createUpstreamApi({ ...place, who, subject: 'GraphQL API at its address', headers })
    const now = new Date()
    // It calculates in minutes.
    const start = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
    const range = { start: start.toISOString(), end: new Date(start.getTime() + lookaheadMs).toISOString() }
    const { value } = await api.post('/api/graphql', { query: goalertQuery, variables: { id, ...range } })
    refuseErrors(value, subject)
    const [shift] = shiftsIn(value, now.toISOString())
    if (!shift) return null
    const { name, email, startsAt, endsAt } = shift
    // A shift that starts exactly at the start of the query may have been cut off there.
    return { name, email, startsAt: startsAt === range.start ? null : startsAt, endsAt }
  },
}

/** The current ones. If several are on call, the one whose shift ends first comes first. */
function shiftsIn(value: unknown, now: string) {
  return listAt(who, value, 'data', 'schedule', 'shifts')
    .map((shift) => ({
      userId: textAt(shift, 'userID') ?? '',
      // A user who may not be read, or was deleted, is still on call.
      name: textAt(shift, 'user', 'name') ?? textAt(shift, 'userID'),
      email: textAt(shift, 'user', 'email'),
      startsAt: timeIn(shift, 'start'),
      until: timeIn(shift, 'end'),
      endsAt: at(shift, 'truncated') === true ? null : timeIn(shift, 'end'),
    }))
    .filter(({ startsAt, until }) => startsAt <= now && until > now)
    .toSorted((a, b) => a.until.localeCompare(b.until) || a.userId.localeCompare(b.userId))
}

/** A shift that cannot be read must not be mistaken for nobody on call. */
function timeIn(shift: unknown, key: string): string {
  const time = timeAt(shift, key)
  if (time === null)
    throw new UpstreamError('content', `${who} answers with a shift whose times cannot be read.`)
  return time
}

/** GraphQL returns errors alongside or instead of data, with the status 200. */
function refuseErrors(value: unknown, subject: string): void {
  if (Array.isArray(at(value, 'data', 'schedule', 'shifts'))) return
  const errors = at(value, 'errors')
  const [first] = Array.isArray(errors) ? (errors as readonly unknown[]) : []
  if (textAt(first, 'extensions', 'code') === 'invalid_query')
    throw new UpstreamError(
      'credential',
      `${who} says that the API key was made for another query than the one that svc documents for it.`,
    )
  const isNoId = /^scheduleid/i.test(textAt(first, 'extensions', 'fieldName') ?? '')
  if (isNoId || (first === undefined && at(value, 'data', 'schedule') === null))
    throw new UpstreamError('missing', `${who} has no ${subject}.`)
  if (first !== undefined) throw new UpstreamError('status', `${who} answers with an error in the body.`)
}
