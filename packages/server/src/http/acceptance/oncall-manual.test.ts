import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUser, changeUser } from '../../services/identity/members.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, make, movableClock, read, refusedField } from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock('2026-11-16T12:00:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const tick = (time: string) => {
    clock.set(time)
    return runJob({ store: app.store, now: clock.now }, 'clock')
  }
  const manualFor = async (owner: Client, manual: object | null | undefined) => {
    const { id: targetId } = await make(owner, '/teams', { name: 'x' })
    return owner.post('/oncall/bindings', { scope: 'team', targetId, provider: 'manual', manual })
  }
  const bound = async (owner: Client, manual: object | null): Promise<Body> =>
    bodyOf(await manualFor(owner, manual), 201)
  const at = ({ id }: Body): string => `/oncall/bindings/${id}`
  const refresh = async (owner: Client, binding: Body): Promise<Body> =>
    bodyOf(await owner.post(`${at(binding)}/refresh`))
  const whoIn = (binding: Body) => [
    binding.currentlyOnCallUserName,
    binding.currentlyOnCallUserEmail,
    binding.currentlyOnCallUserUid,
  ]
  const shiftIn = (binding: Body) => [binding.currentShiftStartsAt, binding.currentShiftEndsAt]

  const rotation = {
    everyDays: 7,
    startsAt: '2026-11-02T08:00:00.000Z',
    handover: { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' },
  }
  const [monday, nextMonday] = ['2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z']

  test('a manual binding says who is on call, from the moment it is written and at every refresh', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner } = await app.organisation()
    const manual = { people: [{ name: 'Ada', email: 'ada@elsewhere.example', phone: '+49 30 1' }] }
    const made = await bound(owner, manual)
    assert.deepEqual(made.manual, manual, 'kept as it was given')
    assert.deepEqual(whoIn(made), ['Ada', 'ada@elsewhere.example', null])
    assert.deepEqual(shiftIn(made), [null, null])
    assert.deepEqual([made.lastFetchedAt, made.lastAttemptAt], [null, null])
    const fresh = await refresh(owner, made)
    assert.deepEqual(whoIn(fresh), whoIn(made))
    assert.equal(fresh.lastFetchedAt, fresh.lastAttemptAt)
    assert.ok(fresh.lastFetchedAt !== null)
    assert.equal(fresh.updatedAt, made.updatedAt)

    const until = '2026-11-16T18:00:00+02:00'
    const changed = await change(owner, at(made), { manual: { people: [{ name: 'Ben' }], until } })
    assert.deepEqual(
      [...whoIn(changed), ...shiftIn(changed)],
      ['Ben', null, null, null, '2026-11-16T16:00:00.000Z'],
    )
    assert.equal((await change(owner, at(made), { manual: null })).currentlyOnCallUserName, null)
  })

  test('a member is named by uid, or by the address that a member has', async () => {
    const { owner, user } = await app.organisation()
    const member = await user('member')
    const byUid = await bound(owner, { people: [{ uid: member.id }] })
    const [name, email, uid] = whoIn(byUid)
    assert.ok(name)
    assert.deepEqual([email, uid], [member.email, member.id])
    const byAddress = await bound(owner, { people: [{ name: 'A.', email: member.email.toUpperCase() }] })
    assert.deepEqual(whoIn(byAddress), ['A.', member.email.toUpperCase(), member.id])
  })

  test('turns change by the clock, at the handover, with an event and a new ETag', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner, user } = await app.organisation()
    const [ada, ben] = [await user('member'), await user('member')]
    const made = await bound(owner, { people: [{ uid: ada.id }, { uid: ben.id }], rotation })
    assert.deepEqual([whoIn(made)[2], ...shiftIn(made)], [ada.id, monday, nextMonday])
    const { headers } = await owner.get(at(made))
    await tick('2026-11-23T07:59:00.000Z')
    assert.equal((await owner.get(at(made))).headers.get('etag'), headers.get('etag'))
    await tick('2026-11-23T08:00:30.000Z')
    const after = await owner.get(at(made))
    assert.deepEqual(
      [whoIn(after.body)[2], ...shiftIn(after.body)],
      [ben.id, nextMonday, '2026-11-30T08:00:00.000Z'],
    )
    assert.notEqual(after.headers.get('etag'), headers.get('etag'))
    assert.equal(after.body.updatedAt, made.updatedAt)
    const { events } = await read(owner, '/events?limit=1000&type=oncall_binding.updated')
    assert.deepEqual(
      events.map(({ before, after: then }: Body) => [before, then].map((one) => one.currentlyOnCallUserUid)),
      [[ada.id, ben.id]],
    )
    clock.set('2026-11-30T08:00:00.000Z')
    assert.equal(whoIn(await refresh(owner, made))[2], ada.id, 'a refresh does not wait for the clock')
  })

  test('an override takes precedence over the turn', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner } = await app.organisation()
    const person = { name: 'Dee', phone: '1' }
    const [from, to] = ['2026-11-16T13:00:00.000Z', '2026-11-16T14:00:00.000Z']
    const made = await bound(owner, {
      people: [{ name: 'Ada' }],
      rotation,
      overrides: [{ from, to, person }],
    })
    assert.deepEqual([whoIn(made)[0], ...shiftIn(made)], ['Ada', monday, from])
    await tick('2026-11-16T13:00:00.000Z')
    const during = await read(owner, at(made))
    assert.deepEqual([whoIn(during)[0], ...shiftIn(during)], ['Dee', from, to])
    await tick('2026-11-16T14:00:00.000Z')
    const after = await read(owner, at(made))
    assert.deepEqual([whoIn(after)[0], ...shiftIn(after)], ['Ada', to, nextMonday])
  })

  test('the turn of a member who left is nobody’s, and says so, until they are back or replaced', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner, user, id: organisationId } = await app.organisation()
    const [ada, ben] = [await user('member'), await user('member')]
    const made = await bound(owner, { people: [{ uid: ada.id }, { uid: ben.id }], rotation })
    const settle = async (isActive: boolean): Promise<Body> => {
      await changeUser(app.store, { organisationId, email: ada.email }, { isActive })
      await runJob({ store: app.store, now: clock.now }, 'clock')
      return read(owner, at(made))
    }
    const without = await settle(false)
    assert.deepEqual([...whoIn(without), ...shiftIn(without)], [null, null, null, null, null])
    assert.match(without.lastFetchError, /who is deactivated/)
    const asked = await refresh(owner, made)
    assert.deepEqual([asked.currentlyOnCallUserUid, asked.lastFetchError], [null, without.lastFetchError])
    refusedField(await manualFor(owner, { people: [{ uid: ada.id }] }), 'uid', ada.id)
    assert.equal((await change(owner, at(made), { label: 'nights' })).label, 'nights', 'it may remain')
    const override = {
      from: '2026-12-24T00:00:00.000Z',
      to: '2026-12-25T00:00:00.000Z',
      person: { uid: ada.id },
    }
    const more = { ...made.manual, overrides: [override] }
    refusedField(await owner.patch(at(made), { manual: more }), 'manual/overrides/0/person/uid', ada.id)
    const twice = { ...made.manual, people: [{ uid: ada.id }, ...made.manual.people] }
    refusedField(await owner.patch(at(made), { manual: twice }), 'manual/people/1/uid', ada.id)
    const turned = { ...made.manual, people: made.manual.people.toReversed() }
    assert.deepEqual((await change(owner, at(made), { manual: turned })).manual, turned, 'no new assignment')
    await change(owner, at(made), { manual: made.manual })
    const back = await settle(true)
    assert.deepEqual([whoIn(back)[2], back.lastFetchError], [ada.id, null])
    await settle(false)
    const replaced = await change(owner, at(made), { manual: { people: [{ uid: ben.id }], rotation } })
    assert.deepEqual([whoIn(replaced)[2], replaced.lastFetchError], [ben.id, null])
  })

  test('somebody named by the address of a member is that member, once they have joined and while they are active', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner, id: organisationId } = await app.organisation()
    const email = 'Grace@Example.com'
    const made = await bound(owner, { people: [{ name: 'Grace', email }] })
    assert.deepEqual(whoIn(made), ['Grace', email, null])
    const settled = async (): Promise<Body> => {
      await runJob({ store: app.store, now: clock.now }, 'clock')
      return read(owner, at(made))
    }
    const member = await addUser(app.store, organisationId, {
      email: email.toLowerCase(),
      role: 'member',
      name: null,
    })
    assert.deepEqual(whoIn(await settled()), ['Grace', email, member.id])
    await changeUser(app.store, { organisationId, email: email.toLowerCase() }, { isActive: false })
    const without = await settled()
    assert.deepEqual(whoIn(without), [null, null, null])
    assert.match(without.lastFetchError, /who is deactivated/)
  })

  test('whoever is in a rota is responsible for it, and can hand it over', async () => {
    clock.set('2026-11-16T12:00:00.000Z')
    const { owner, user } = await app.organisation()
    const [ada, ben] = [await user('member'), await user('member')]
    const person = { uid: ada.id }
    const override = { from: '2026-12-24T00:00:00.000Z', to: '2026-12-25T00:00:00.000Z', person }
    const made = await bound(owner, { people: [{ uid: ben.id }, person], rotation, overrides: [override] })
    const rotasOf = async (uid: string): Promise<Body> =>
      (await read(owner, `/users/${uid}/responsibilities`)).responsibilities.find(
        ({ field }: Body) => field === 'manual',
      )
    const { responsibility, kind, count, canHandOver, records } = await rotasOf(ada.id)
    assert.deepEqual([responsibility, kind, count, canHandOver], ['onCallFor', 'oncall_binding', 1, true])
    assert.equal(records[0].id, made.id)
    const done = bodyOf(await owner.post(`/users/${ada.id}/hand-over`, { toUid: ben.id }))
    assert.deepEqual([done.moved, done.left], [1, 0])
    const { manual } = await read(owner, at(made))
    assert.deepEqual(manual.people, [{ uid: ben.id }, { uid: ben.id }], 'turns remain turns')
    assert.deepEqual(manual.overrides, [{ ...override, person: { uid: ben.id } }])
    assert.equal((await rotasOf(ada.id)).count, 0)
  })

  test('a rota that makes no sense is refused, with the reason', async () => {
    const { owner } = await app.organisation()
    const outsider = await app.organisation()
    const people = [{ name: 'Ada' }]
    const turns = (handover: object, fields: object = {}) => ({
      people,
      rotation: { ...rotation, ...fields, handover: { ...rotation.handover, ...handover } },
    })
    const from = '2026-11-16T13:00:00.000Z'
    const bad: readonly [object | string, string][] = [
      ['Ada', 'manual'],
      [{}, 'people'],
      [{ people: [] }, 'people'],
      [{ people: [{}] }, 'manual/people/0'],
      [{ people: [...people, { uid: outsider.ownerId, name: 'Ada' }] }, 'manual/people/1'],
      [{ people: [{ uid: outsider.ownerId, phone: '1' }] }, 'manual/people/0'],
      [{ people: [{ uid: 'usr_none' }] }, 'uid'],
      [{ people: [{ uid: outsider.ownerId }] }, 'uid'],
      [{ people: [{ name: ' ' }] }, 'name'],
      [{ people: [{ name: 'Ada', email: 'nowhere' }] }, 'email'],
      [{ people: [{ name: 'Ada', pager: '1' }] }, 'pager'],
      [{ people, until: 'tomorrow' }, 'until'],
      [turns({ timeZone: 'Europe/Nowhere' }), 'manual/rotation/handover/timeZone'],
      // Names that only some of the platform's calendars know.
      [turns({ timeZone: 'US/Pacific-New' }), 'timeZone'],
      [turns({ timeZone: 'SystemV/EST5' }), 'timeZone'],
      [turns({ timeZone: '+01:00' }), 'timeZone'],
      [turns({ time: '9:00' }), 'time'],
      [turns({ time: '24:00' }), 'time'],
      [turns({ weekday: 'Monday' }), 'weekday'],
      [turns({}, { everyDays: 0 }), 'everyDays'],
      [turns({}, { everyDays: 1.5 }), 'everyDays'],
      [turns({}, { startsAt: null }), 'startsAt'],
      [{ ...turns({}), until: rotation.startsAt }, 'manual/until'],
      [{ people, overrides: [{ from, to: from, person: people[0] }] }, 'manual/overrides/0/to'],
      [{ people, overrides: [{ from, to: '2026-11-16T14:00:00.000Z' }] }, 'person'],
      [{ people, overrides: [{ from, to: '2026-11-16T14:00:00.000Z', person: { uid: 'usr_none' } }] }, 'uid'],
    ]
    const made = await bound(owner, { people })
    for (const [manual, field] of bad) {
      refusedField(await manualFor(owner, manual as object), field)
      refusedField(await owner.patch(at(made), { manual }), field)
    }
    assert.deepEqual(await read(owner, at(made)), made)
  })

  test('only a manual binding has a rota, and only PagerDuty a service', async () => {
    const { owner } = await app.organisation()
    const { id: targetId } = await make(owner, '/teams', { name: 'x' })
    const target = { scope: 'team', targetId }
    const manual = { people: [{ name: 'Ada' }] }
    const bad: readonly [object, string][] = [
      [{ provider: 'pagerduty', scheduleId: 'P1', manual }, 'manual'],
      [{ provider: 'opsgenie', scheduleId: 'P1', manual }, 'manual'],
      [{ provider: 'pagerduty' }, 'scheduleId'],
      [{ provider: 'pagerduty', scheduleId: 'P1', serviceId: 'S1' }, 'serviceId'],
      [{ provider: 'opsgenie', serviceId: 'S1' }, 'scheduleId'],
      [{ provider: 'opsgenie', scheduleId: 'P1', serviceId: 'S1' }, 'serviceId'],
      [{ provider: 'manual', serviceId: 'S1' }, 'serviceId'],
    ]
    for (const [fields, field] of bad)
      refusedField(await owner.post('/oncall/bindings', { ...target, ...fields }), field)
    const service = await make(owner, '/oncall/bindings', {
      ...target,
      provider: 'pagerduty',
      serviceId: 'S1',
    })
    assert.deepEqual([service.serviceId, service.scheduleId, service.manual], ['S1', null, null])
    const project = await make(owner, '/projects', { name: 'Shop' })
    const blank = { scope: 'component', targetId: project.id, provider: 'pagerduty', serviceId: 'S1' }
    assert.equal((await make(owner, '/oncall/bindings', { ...blank, scheduleId: ' ' })).scheduleId, null)
    for (const [key, value] of Object.entries({ serviceId: 'S2', scheduleId: 'P1', manual }))
      refusedField(await owner.patch(at(service), { [key]: value }), key)
    assert.equal((await change(owner, at(service), { serviceId: 'S1', label: 'days' })).label, 'days')
  })
})
