import { oncallProviders } from '@svc/model'
import { listAt, textAt } from '../json-value.ts'
import type { OnCallClient, Shift } from '../oncall.ts'
import { createUpstreamApi, segment, type UpstreamPlace } from '../upstream-api.ts'
import { accountIn, askJsm } from './jsm.ts'
import { recipientBy, shiftTimes } from './timeline.ts'

const who = oncallProviders.opsgenie.name

/** Who is on call for a schedule at Opsgenie, or at Jira Service Management, which it has become part of. */
export const opsgenie: OnCallClient<'opsgenie'> = {
  addressOf: ({ baseUrl, dialect }, urls) => baseUrl ?? (dialect === 'jsm' ? urls.atlassian : urls.opsgenie),
  ask: async (place, credential, { id }) =>
    credential.dialect === 'jsm'
      ? askJsm(place, accountIn(credential), id)
      : askOpsgenie(place, credential.token, id),
}

/** People are known there by their e-mail addresses. */
async function askOpsgenie(place: UpstreamPlace, token: string, scheduleId: string): Promise<Shift | null> {
  const api = createUpstreamApi({
    ...place,
    who,
    subject: `schedule ${JSON.stringify(scheduleId)}`,
    headers: { authorization: `GenieKey ${token}` },
  })
  const path = `/v2/schedules/${segment(scheduleId)}`
  const { value } = await api.get(`${path}/on-calls`, { scheduleIdentifierType: 'id', flat: true })
  const [email] = listAt(who, value, 'data', 'onCallRecipients')
    .map((recipient) => textAt({ recipient }, 'recipient'))
    .filter((recipient) => recipient !== null)
  if (email === undefined) return null
  const times = await shiftTimes(api, path, {
    envelope: ['data'],
    isTheirs: recipientBy('name', email),
    query: { identifierType: 'id' },
  })
  return { name: null, email, ...times }
}
