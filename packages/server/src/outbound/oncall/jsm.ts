import type { CredentialOf, oncallProviders } from '@svc/model'
import { UpstreamError } from '../errors.ts'
import { at, listAt, textAt } from '../json-value.ts'
import type { Shift } from '../oncall.ts'
import { createUpstreamApi, ifAllowed, segment, type UpstreamPlace } from '../upstream-api.ts'
import { recipientBy, shiftTimes } from './timeline.ts'

const who = 'Jira Service Management'

export interface JsmAccount {
  /** Where the site is, without a slash at the end. */
  readonly siteUrl: string
  /** Atlassian's id of the site; it is looked up if it is not given. */
  readonly cloudId?: string | undefined
  readonly email: string
  readonly token: string
}

/** The account that an Opsgenie credential names for use after the migration. */
export function accountIn({
  token,
  email,
  site,
  cloudId,
}: CredentialOf<typeof oncallProviders.opsgenie>): JsmAccount {
  if (email !== undefined && (site !== undefined || cloudId !== undefined))
    return { token, email, cloudId, siteUrl: `https://${site}` }
  throw new UpstreamError(
    'credential',
    `The vault item opsgenie is not a ${who} credential: it needs email, token, and site or cloudId.`,
  )
}

/** Who is on call for a schedule at Jira Service Management, which Opsgenie has become part of. */
export async function askJsm(place: UpstreamPlace, account: JsmAccount, scheduleId: string) {
  const cloudId = segment(account.cloudId ?? (await cloudIdOf(place, account.siteUrl)))
  const basic = Buffer.from(`${account.email}:${account.token}`).toString('base64')
  const api = createUpstreamApi({
    ...place,
    who,
    subject: `schedule ${JSON.stringify(scheduleId)}`,
    headers: { authorization: `Basic ${basic}` },
  })
  const path = `/jsm/ops/api/${cloudId}/v1/schedules/${segment(scheduleId)}`
  const { value } = await api.get(`${path}/on-calls`, { flat: false })
  const accountId = firstUser(listAt(who, value, 'onCallParticipants'))
  if (accountId === null) return null
  // A person whose profile is private, or hidden from this credential, is still on call.
  const user = (await ifAllowed(api.get(`/ex/jira/${cloudId}/rest/api/3/user`, { accountId })))?.value
  const times = await shiftTimes(api, path, { envelope: [], isTheirs: recipientBy('id', accountId) })
  return {
    name: textAt(user, 'displayName') ?? accountId,
    email: textAt(user, 'emailAddress'),
    ...times,
  } satisfies Shift
}

/** The site returns its id to anyone, so no credential is sent. */
async function cloudIdOf({ baseUrl: _, ...place }: UpstreamPlace, siteUrl: string): Promise<string> {
  const site = createUpstreamApi({ ...place, baseUrl: siteUrl, who, subject: 'such site', headers: {} })
  const cloudId = textAt((await site.get('/_edge/tenant_info')).value, 'cloudId')
  if (cloudId !== null) return cloudId
  throw new UpstreamError('content', `${who} does not return the id of the site: its cloudId is missing.`)
}

/** Teams, escalations and schedules contain people. */
function firstUser(participants: readonly unknown[], depth = 0): string | null {
  for (const participant of participants) {
    const inner = at(participant, 'onCallParticipants')
    const found =
      textAt(participant, 'type') === 'user'
        ? textAt(participant, 'id')
        : Array.isArray(inner) && depth < deepest
          ? firstUser(inner, depth + 1)
          : null
    if (found !== null) return found
  }
  return null
}

const deepest = 20
