import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import ICAL from 'ical.js'
import { changeUser } from '../../services/identity/members.ts'
import { type Client, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Body, make, movableClock, read, refused, refusedField, remove } from './checks.ts'

const path = '/oncall/feeds'

onEachEngine((engine) => {
  const clock = movableClock('2026-11-18T12:00:00.000Z')
  const logged: object[] = []
  const app = useApp(engine, { now: clock.now, log: (line: object) => logged.push(line), logsRequests: true })

  const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T08:00:00.000Z`
  const rotation = {
    ...{ everyDays: 7, startsAt: day(2) },
    handover: { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' },
  }
  const teamWith = async (owner: Client, name: string, manual: object): Promise<string> => {
    const { id: targetId } = await make(owner, '/teams', { name })
    await make(owner, '/oncall/bindings', { scope: 'team', targetId, provider: 'manual', manual })
    return targetId
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${new URL(url, app.url).pathname}`, { headers })
  const calendarAt = async (url: string): Promise<readonly Body[]> => {
    const answer = await get(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const text = await answer.text()
    assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text), 'lines end as RFC 5545 says')
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
      const event = new ICAL.Event(one)
      const { uid, summary, startDate, endDate } = event
      return { uid, summary, from: startDate.toJSDate().toISOString(), to: endDate.toJSDate().toISOString() }
    })
  }
  const create = async (client: Client, body: object): Promise<Body> => make(client, path, body)

  test('a feed shows the shifts of everything, of a team or of a person, and stays the same until something changes', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const ada = await organisation.user('member')
    const people = [
      { uid: ada.id },
      { name: 'Ünal; Ben, "the\nnight" \\ desk with quite a long name – ☎☎☎☎☎☎☎☎' },
    ]
    const teamId = await teamWith(owner, 'Payments, and refunds', { people, rotation })
    await teamWith(owner, 'Search', { people: [{ name: 'Eve' }] })
    const all = await create(owner, { name: 'All' })
    const events = await calendarAt(all.url)
    assert.equal(events.filter(({ summary }) => summary === 'On call for Search: Eve').length, 1)
    const ofTeam = await calendarAt((await create(owner, { name: 'Team', of: 'team', teamId })).url)
    assert.deepEqual(
      ofTeam.slice(0, 2).map(({ from, to }) => [from, to]),
      [
        [day(9), day(16)],
        [day(16), day(23)],
      ],
    )
    assert.equal(ofTeam[0]?.summary, `On call for Payments, and refunds: ${people[1]?.name}`)
    const person = await create(owner, { name: 'Ada', of: 'person', userUid: ada.id })
    const own = await calendarAt(person.url)
    assert.deepEqual(
      own.map(({ uid }) => uid),
      ofTeam.filter((_, index) => index % 2 === 1).map(({ uid }) => uid),
      'every other week, with the same ids',
    )
    const etag = (await get(person.url)).headers.get('etag') ?? ''
    assert.equal((await get(person.url, { 'if-none-match': etag })).status, 304)
    await owner.patch(`/users/${ada.id}`, {})
    await owner.patch(`/teams/${teamId}`, { name: 'Payments' })
    const changed = await get(person.url, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.match(await changed.text(), /On call for Payments: /)
  })

  test('its secret is shown once, and is in no row, no event and no line of the log', async () => {
    const { owner } = await app.organisation()
    const feed = await create(owner, { name: 'Mine' })
    const secret = /svc_cal_[0-9a-f]{48}/.exec(feed.url)?.[0] ?? ''
    assert.ok(secret.endsWith(feed.lastFour))
    await calendarAt(feed.url)
    const { feeds } = await read(owner, path)
    assert.deepEqual(
      feeds,
      [{ ...feed, url: undefined }].map(({ url: _, ...rest }) => rest),
    )
    const { auditLog } = await read(owner, '/audit-log?limit=5')
    const types = auditLog.map(({ type }: Body) => type)
    assert.ok(types.includes('oncall_feed.created'), types.join(' '))
    assert.ok(!JSON.stringify(auditLog).includes(secret))
    assert.ok(
      !JSON.stringify(await rowsIn(app.store, `select * from ${kinds.oncallFeed.table}`)).includes(secret),
    )
    assert.ok(logged.some((line) => JSON.stringify(line).includes(`${path}/`)))
    assert.ok(!JSON.stringify(logged).includes(secret))
    await remove(owner, `${path}/${feed.id}`)
    const { auditLog: revoked } = await read(owner, '/audit-log?type=oncall_feed.deleted')
    assert.equal(revoked[0]?.subject.id, feed.id)
  })

  const isGone = async (url: string): Promise<void> => {
    const answer = await get(url)
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as Body).code, 'not_found')
  }

  test('a revoked feed, a guessed one and one of somebody who has left are not found', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { url, id } = await create(owner, { name: 'Mine' })
    for (const wrong of ['x.ics', url.slice(-50), `svc_cal_${'0'.repeat(48)}.ics`])
      await isGone(`/v1${path}/${wrong}`)
    assert.equal((await fetch(new URL(url.replace('.ics', ''), app.url))).status, 405)
    await remove(owner, `${path}/${id}`)
    await isGone(url)
    const leaver = await organisation.person('member')
    const theirs = await create(leaver, { name: 'Theirs' })
    await calendarAt(theirs.url)
    const email = (await read(leaver, '/me')).user.email
    await changeUser(app.store, { organisationId: organisation.id, email }, { isActive: false })
    await isGone(theirs.url)
  })

  test('each mode has its own, and members cannot revoke the feeds of others', async () => {
    const organisation: TestOrganisation = await app.organisation()
    const { owner } = organisation
    await teamWith(owner, 'Live', { people: [{ name: 'Eve' }] })
    const tested = await organisation.person('owner', { mode: 'test' })
    const inTest = await create(tested, { name: 'Test' })
    assert.deepEqual(await calendarAt(inTest.url), [])
    assert.deepEqual((await read(owner, path)).feeds, [])
    refused(await owner.delete(`${path}/${inTest.id}`), 404, 'not_found')
    const member = await organisation.person('member')
    const mine = await create(owner, { name: 'Mine' })
    refused(await member.delete(`${path}/${mine.id}`), 403, 'forbidden')
    refusedField(await owner.post(path, { name: 'x', of: 'team' }), 'teamId')
    refusedField(
      await owner.post(path, { name: 'x', of: 'everything', userUid: organisation.ownerId }),
      'userUid',
    )
    refusedField(await owner.post(path, { name: 'x', of: 'team', teamId: 'team_nothing' }), 'teamId')
    assert.equal((await get(mine.url)).status, 200, 'it is still there')
  })
})
