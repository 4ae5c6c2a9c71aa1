import { oncallProviders } from '@svc/model'
import { UpstreamError } from '../errors.ts'
import { at, countAt, listAt, textAt, timeAt } from '../json-value.ts'
import type { OnCallClient } from '../oncall.ts'
import { createUpstreamApi, ifAllowed, segment, type UpstreamApi } from '../upstream-api.ts'

const who = oncallProviders.pagerduty.name
const pageSize = 100
/** PagerDuty itself pages no further than 10,000 entries; nobody has that many on call at once. */
const maxPages = 10

interface OnCallEntry {
  readonly userId: string
  readonly name: string | null
  readonly email: string | null
  readonly level: number
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** Who is on call at PagerDuty, for a schedule or for a service. */
export const pagerduty: OnCallClient<'pagerduty'> = {
  async ask(place, { token }, { what, id }) {
    const api = createUpstreamApi({
      ...place,
      who,
      subject: `${what} ${JSON.stringify(id)}`,
      headers: {
        authorization: `Token token=${token}`,
        accept: 'application/vnd.pagerduty+json;version=2',
        'content-type': 'application/json',
      },
    })
    const onCalls = what === 'service' ? await forService(api, id) : await forSchedule(api, id)
    const now = new Date().toISOString()
    // A person whose shift has just ended must not hide the one on call.
    const [duty] = onCalls.filter(({ endsAt }) => endsAt === null || endsAt > now).toSorted(byUrgency)
    if (!duty) return null
    const { startsAt, endsAt } = duty
    const { name, email } = duty.email === null ? await withAddress(api, duty) : duty
    return { name, email, startsAt, endsAt }
  },
}

/** A service calls the people in its escalation policy: the lowest level that has somebody comes first. */
async function forService(api: UpstreamApi, serviceId: string): Promise<readonly OnCallEntry[]> {
  const { value } = await api.get(`/services/${segment(serviceId)}`)
  const policyId = textAt(value, 'service', 'escalation_policy', 'id')
  if (policyId === null)
    throw new UpstreamError(
      'content',
      `${who} does not say who is called for the service: its escalation policy is missing.`,
    )
  return fromPolicies(api, { 'escalation_policy_ids[]': policyId })
}

async function forSchedule(api: UpstreamApi, scheduleId: string): Promise<readonly OnCallEntry[]> {
  const inPath = segment(scheduleId)
  const onCalls = await fromPolicies(api, { 'schedule_ids[]': scheduleId })
  // On-calls are computed from policies: a schedule that no policy uses has none there.
  return onCalls.length > 0 ? onCalls : fromSchedule(api, inPath)
}

/** The same person is listed once for each policy and level; the lowest level is called first. */
const byUrgency = (a: OnCallEntry, b: OnCallEntry): number =>
  a.level - b.level || endOf(a).localeCompare(endOf(b)) || a.userId.localeCompare(b.userId)

/** An open end sorts last. */
const endOf = ({ endsAt }: OnCallEntry): string => endsAt ?? '9'

async function fromPolicies(
  api: UpstreamApi,
  narrowed: Readonly<Record<string, string>>,
): Promise<readonly OnCallEntry[]> {
  const onCalls: OnCallEntry[] = []
  for (let page = 0; page < maxPages; page++) {
    const { value } = await api.get('/oncalls', {
      ...narrowed,
      'include[]': 'users',
      time_zone: 'UTC',
      limit: pageSize,
      offset: page * pageSize,
    })
    for (const entry of listAt(who, value, 'oncalls')) {
      const userId = textAt(entry, 'user', 'id')
      if (userId === null) continue
      onCalls.push({
        userId,
        name: textAt(entry, 'user', 'name') ?? textAt(entry, 'user', 'summary'),
        email: textAt(entry, 'user', 'email'),
        level: countAt(entry, 'escalation_level') ?? Number.MAX_SAFE_INTEGER,
        startsAt: timeAt(entry, 'start'),
        endsAt: timeAt(entry, 'end'),
      })
    }
    if (at(value, 'more') !== true) break
  }
  return onCalls
}

/** Rendered from layers, or made of shifts: a schedule is of one sort and unknown at the other's address. */
async function fromSchedule(api: UpstreamApi, id: string): Promise<readonly OnCallEntry[]> {
  const now = new Date()
  const range = {
    since: now.toISOString(),
    until: new Date(now.getTime() + 60_000).toISOString(),
    // Without it shifts are cut off at the ends of the range.
    overflow: true,
  }
  const layered = await api.get(`/schedules/${id}`, { ...range, time_zone: 'UTC' }).catch(elsewhere)
  if (layered) {
    const path = ['schedule', 'final_schedule', 'rendered_schedule_entries']
    return current(listAt(who, layered.value, ...path), now, (entry) => ({
      userId: textAt(entry, 'user', 'id'),
      name: textAt(entry, 'user', 'name') ?? textAt(entry, 'user', 'summary'),
      email: textAt(entry, 'user', 'email'),
      startsAt: timeAt(entry, 'start'),
      endsAt: timeAt(entry, 'end'),
    }))
  }
  const shifts = await api.get(`/v3/schedules/${id}`, { ...range, 'include[]': 'final_schedule' })
  const path = ['schedule', 'final_schedule', 'computed_shift_assignments']
  return current(listAt(who, shifts.value, ...path), now, (entry) => ({
    userId: textAt(entry, 'member', 'user_id'),
    name: null,
    email: null,
    startsAt: timeAt(entry, 'start_time'),
    endsAt: timeAt(entry, 'end_time'),
  }))
}

function elsewhere(error: unknown): undefined {
  if (error instanceof UpstreamError && (error.reason === 'missing' || error.reason === 'refused')) return
  throw error
}

type Entry = Omit<OnCallEntry, 'userId' | 'level'> & { readonly userId: string | null }

function current(
  entries: readonly unknown[],
  now: Date,
  read: (entry: unknown) => Entry,
): readonly OnCallEntry[] {
  const at = now.toISOString()
  return entries.map(read).flatMap(({ userId, ...entry }) => {
    const { startsAt, endsAt } = entry
    const isNow = (startsAt === null || startsAt <= at) && (endsAt === null || endsAt > at)
    return userId !== null && isNow ? [{ ...entry, userId, level: 0 }] : []
  })
}

async function withAddress(
  api: UpstreamApi,
  { userId, name }: OnCallEntry,
): Promise<Pick<OnCallEntry, 'name' | 'email'>> {
  const user = (await ifAllowed(api.get(`/users/${segment(userId)}`)))?.value
  return { name: textAt(user, 'user', 'name') ?? name, email: textAt(user, 'user', 'email') }
}
