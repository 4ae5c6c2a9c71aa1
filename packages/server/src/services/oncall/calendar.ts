import { hash } from 'node:crypto'

export interface CalendarEntry {
  /** The same for the same shift, however often the calendar is read. */
  readonly key: string
  readonly from: number
  readonly to: number
  readonly title: string
  readonly about: string
  readonly url: string | undefined
  /** When what it says last changed. */
  readonly changedAt: string
}

/** A calendar as RFC 5545 describes it: times in UTC, lines of at most 75 bytes. */
export const calendarText = (name: string, entries: readonly CalendarEntry[]): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//svc//on-call//EN', 'CALSCALE:GREGORIAN'],
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const linesOf = ({ key, from, to, title, about, url, changedAt }: CalendarEntry): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${hash('sha256', key).slice(0, 40)}@svc`,
  `DTSTAMP:${utc(Date.parse(changedAt))}`,
  `DTSTART:${utc(from)}`,
  `DTEND:${utc(to)}`,
  `SUMMARY:${escaped(title)}`,
  ...(about === '' ? [] : [`DESCRIPTION:${escaped(about)}`]),
  ...(url === undefined ? [] : [`URL:${url}`]),
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** `20261116T080000Z` */
const utc = (time: number): string => new Date(time).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these may not be in a calendar.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const maxBytes = 75

/** Continued on further lines that begin with a space, and never within a character. */
function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxBytes) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
