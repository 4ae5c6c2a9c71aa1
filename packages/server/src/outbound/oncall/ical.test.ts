import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type TestContext, test } from 'node:test'
import { hoursFromNow } from '../testing/contract-server.ts'
import { startClient, startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { ical } from './ical.ts'

const watched = { what: 'schedule', id: 'platform' } as const

const compact = (at: string): string => at.replace(/[-:]|\.\d+/g, '')

const eventNow = (...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', 'UID:e1', ...lines, 'END:VEVENT'].join('\r\n')

const [startsAt, endsAt] = [hoursFromNow(-1), hoursFromNow(5)]
const adas = eventNow(
  `DTSTART:${compact(startsAt)}`,
  `DTEND:${compact(endsAt)}`,
  'ATTENDEE;CN=Ada:mailto:ada@example.com',
)
const calendar = (events = adas): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}\r\nEND:VCALENDAR\r\n`

const path = `/${canary}/basic.ics?key=${canary}`

const feed =
  (body: string, type = 'text/calendar; charset=utf-8'): RequestListener =>
  (request, response) =>
    request.url === path
      ? response.writeHead(200, { 'content-type': type }).end(body)
      : response.writeHead(404).end()

async function asked(t: TestContext, body: string, type?: string) {
  const server = await startHttp(t, feed(body, type))
  const place = placeOf(t, server.port)
  return ical.ask(place, { address: `${place.baseUrl}${path}` }, watched)
}

testFailures({
  who: 'The calendar feed',
  ask: (place) => ical.ask(place, { address: `${place.baseUrl}${path}` }, watched),
  works: feed(calendar()),
  sendsNoJson: true,
})

test('a calendar feed says who is on call', async (t) => {
  const expected = { name: 'Ada', email: 'ada@example.com', startsAt, endsAt }
  assert.deepEqual(await asked(t, calendar()), expected)
  assert.deepEqual(await asked(t, `\uFEFF${calendar()}`, 'application/octet-stream'), expected)
  assert.equal(await asked(t, calendar('')), null)
})

test('a webcal address is fetched by https', () => {
  const urls = {} as never
  for (const [address, fetched] of [
    ['webcal://p1.example.com/a/', 'https://p1.example.com/a/'],
    ['WEBCALS://p1.example.com/a', 'https://p1.example.com/a'],
    ['http://p1.example.com/webcal:x', 'http://p1.example.com/webcal:x'],
  ] as const)
    assert.equal(ical.addressOf?.({ address }, urls), fetched)
})

test('a sign-in page and other texts are not calendars, and their content is not repeated', async (t) => {
  await assert.rejects(asked(t, '<!doctype html><title>Sign in</title>', 'text/html'), {
    reason: 'content',
    message:
      'The calendar feed is a web page, not a calendar: its address may require signing in, or be that of a page about the calendar.',
  })
  await assert.rejects(asked(t, '{"error":"no"}'), {
    reason: 'content',
    message: 'The calendar feed is not a calendar: it does not start like one.',
  })
  await assert.rejects(asked(t, calendar('BEGIN:VEVENT')), {
    reason: 'content',
    message: 'The calendar feed sends a calendar that cannot be read.',
  })
})

test('a feed that redirects is followed where that is allowed, and never into the network', async (t) => {
  const target = await startHttp(t, feed(calendar()))
  const to = (location: string): RequestListener => {
    return (_, response) => response.writeHead(302, { location }).end()
  }
  const moved = await startHttp(t, to(`http://127.0.0.1:${target.port}${path}`))
  const address = `http://127.0.0.1:${moved.port}/old.ics`
  assert.equal((await ical.ask(placeOf(t, moved.port), { address }, watched))?.name, 'Ada')

  const lured = await startHttp(t, to(`http://10.0.0.1/${canary}`))
  const place = placeOf(t, lured.port)
  await assert.rejects(ical.ask(place, { address: place.baseUrl }, watched), (error: Error) => {
    assert.equal(error.name, 'ForbiddenAddressError')
    assert.ok(!error.message.includes(canary), error.message)
    return true
  })
})

test('a rule that never ends times out, and blocks nothing else', async (t) => {
  const endless = eventNow(
    ...['DTSTART:20200101T000000Z', 'DURATION:PT1S', 'SUMMARY:Eve'],
    'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await assert.rejects(asked(t, calendar(endless)), {
    reason: 'content',
    message: 'The calendar feed sends a calendar that takes too long to read.',
  })
  delay.disable()
  // The machine may be busy with something else; a second would be due to the calendar.
  assert.ok(delay.max < 1e9, `the server was blocked for ${delay.max / 1e6} ms`)
})

test('a calendar of the largest size is read', async (t) => {
  const old = (n: number) =>
    `BEGIN:VEVENT\r\nUID:o${n}\r\nDTSTART;TZID=Europe/Berlin:20200101T090000\r\nDTEND;TZID=Europe/Berlin:20200102T090000\r\nSUMMARY:Bob\r\nDESCRIPTION:${'x'.repeat(200)}\r\nEND:VEVENT`
  const events = Array.from({ length: 14_000 }, (_, n) => old(n)).join('\r\n')
  const text = calendar(`${events}\r\n${adas}`)
  assert.ok(text.length > 4_500_000 && text.length < 5 * 1024 * 1024, String(text.length))
  assert.equal((await asked(t, text))?.name, 'Ada')
})

test('closing does not wait for a calendar', async (t) => {
  const endless = eventNow('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30')
  const server = await startHttp(t, feed(calendar(endless)))
  const closing = new AbortController()
  const place = {
    fetch: startClient(t, { allow: ['127.0.0.1'] }),
    baseUrl: `http://127.0.0.1:${server.port}`,
    signal: closing.signal,
  }
  const asking = ical.ask(place, { address: `${place.baseUrl}${path}` }, watched)
  setTimeout(() => closing.abort(), 300)
  await assert.rejects(asking, { reason: 'aborted' })
})
