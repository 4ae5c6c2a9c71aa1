import { listAt, textAt } from '../json-value.ts'
import type { Shift } from '../oncall.ts'
import { createUpstreamApi, segment, type UpstreamPlace } from '../upstream-api.ts'
import { recipientBy, shiftTimes } from './timeline.ts'

const who = 'Opsgenie'

/** Who is on call for a schedule at Opsgenie. People are known there by their e-mail addresses. */
export async function askOpsgenie(
  { token, ...place }: UpstreamPlace & { readonly token: string },
  scheduleId: string,
): Promise<Shift | null> {
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
