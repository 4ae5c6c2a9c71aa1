import { UpstreamError } from '../errors.ts'
import type { OnCallClient } from '../oncall.ts'
import { createUpstreamApi } from '../upstream-api.ts'
import { readInWorker } from './calendar/read-in-worker.ts'

const who = 'The calendar feed'

/** Who is on call according to a calendar that anyone who knows its address can read. */
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
          ? `${who} is a web page, not a calendar: its address may require signing in, or be that of a page about the calendar.`
          : `${who} is not a calendar: it does not start like one.`,
      )
    const read = await readInWorker({ text, now: Date.now() }, place.signal)
    if ('shift' in read) return read.shift
    throw new UpstreamError('content', `${who} ${read.fault}.`)
  },
}

/** A webcal address, which calendar programs subscribe to, is fetched like any other. */
const fetchable = (address: string): string => address.replace(/^webcals?:/i, 'https:')
