import { UpstreamError } from '../errors.ts'
import type { OnCallClient } from '../oncall.ts'
import { createUpstreamApi } from '../upstream-api.ts'
import { readAside } from './calendar/read-aside.ts'

const who = 'The calendar feed'

/** Who is on call by a calendar that anyone who knows its address can read. */
export const ical: OnCallClient<'ical'> = {
  addressOf: ({ address }) => fetchable(address),
  async ask(place, { address }) {
    const baseUrl = fetchable(address)
    const headers = { accept: 'text/calendar, text/plain;q=0.5' }
    const feed = createUpstreamApi({ ...place, baseUrl, who, subject: 'calendar at its address', headers })
    const text = (await feed.bytes()).toString('utf8').replace(/^\uFEFF/, '')
    if (!/^\s*BEGIN:VCALENDAR\s/i.test(text))
      throw new UpstreamError(
        'content',
        /^\s*</.test(text)
          ? `${who} is a web page and no calendar: its address may need a sign-in, or be that of a page about it.`
          : `${who} is no calendar: it does not begin as one.`,
      )
    const read = await readAside({ text, now: Date.now() }, place.signal)
    if ('shift' in read) return read.shift
    throw new UpstreamError('content', `${who} ${read.fault}.`)
  },
}

/** What calendar programs subscribe to is fetched like anything else. */
const fetchable = (address: string): string => address.replace(/^webcals?:/i, 'https:')
