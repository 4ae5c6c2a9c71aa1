import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoverageShift, EntityCoverage } from '@svc/model'
import { changeUser } from '../../services/identity/members.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, make, movableClock, read, refusedField } from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock('2026-11-18T12:00:00.000Z')
  let told: object | null = null
  const app = useApp(engine, {
    now: clock.now,
    onCall: { whoIsOnCall: async () => told as never },
  })

  const day = (date: number, hour = 8) =>
    `2026-11-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`
  const handover = { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' }
  const rotation = { everyDays: 7, startsAt: day(16), handover }
  const ofTeam = async (owner: Client, manual: object | null): Promise<Body> => {
    const { id: targetId } = await make(owner, '/teams', { name: 'x' })
    return make(owner, '/oncall/bindings', { scope: 'team', targetId, provider: 'manual', manual })
  }
  const coverageOf = async (client: Client, from: string, to: string, ids?: string) => {
    const only = ids === undefined ? '' : `&entityIds=${ids}`
    return read(client, `/oncall/coverage?from=${from}&to=${to}${only}`)
  }
  const spans = (of: readonly Body[]) => of.map(({ from, to }) => [from, to])
  const whoIn = ({ shifts }: EntityCoverage) =>
    shifts.map(({ userName, from, to }: CoverageShift) => [userName, from, to])

  test('turns, overrides and the end of a rota are calculated, and the rest are gaps', async () => {
    const { owner } = await app.organisation()
    const people = [{ name: 'Ada' }, { name: 'Ben' }]
    const overrides = [{ from: day(18), to: day(19), person: { name: 'Eve' } }]
    const { targetId } = await ofTeam(owner, { people, rotation, overrides, until: day(25) })
    const { coverage, isComplete } = await coverageOf(owner, day(14), day(28))
    const [found] = coverage
    assert.deepEqual([found.entityKind, found.entityId, isComplete], ['team', targetId, true])
    assert.deepEqual(whoIn(found), [
      ['Ada', day(16), day(18)],
      ['Eve', day(18), day(19)],
      ['Ada', day(19), day(23)],
      ['Ben', day(23), day(25)],
    ])
    assert.deepEqual(
      found.shifts.map(({ isOverride }: Body) => isOverride),
      [false, true, false, false],
    )
    assert.deepEqual(found.gaps, [
      { from: day(14), to: day(16), reason: 'notStarted' },
      { from: day(25), to: day(28), reason: 'ended' },
    ])
    assert.deepEqual(found.unknown, [])
  })

  test('of a provider only the shift that it told is known', async () => {
    const { owner } = await app.organisation()
    const { id: targetId } = await make(owner, '/projects', { name: 'x' })
    const body = { scope: 'component', targetId, provider: 'pagerduty', scheduleId: 'P1' }
    const { id } = await make(owner, '/oncall/bindings', body)
    told = { name: 'Ada', email: null, startsAt: day(16), endsAt: day(23) }
    await owner.post(`/oncall/bindings/${id}/refresh`, {})
    const [found] = (await coverageOf(owner, day(15), day(25))).coverage
    assert.equal(found.entityKind, 'component')
    assert.deepEqual(whoIn(found), [['Ada', day(16), day(23)]])
    assert.deepEqual(found.gaps, [])
    assert.deepEqual(spans(found.unknown), [
      [day(15), day(16)],
      [day(23), day(25)],
    ])
    told = { name: 'Ada', email: null, startsAt: day(16), endsAt: null }
    await owner.post(`/oncall/bindings/${id}/refresh`, {})
    const [open] = (await coverageOf(owner, day(15), day(25))).coverage
    const [[who, since, until]] = whoIn(open) as [[string, string, string]]
    assert.deepEqual([who, since], ['Ada', day(16)])
    assert.equal(until.slice(0, 16), day(18, 12).slice(0, 16), 'until now, without an end')
    told = null
    await owner.post(`/oncall/bindings/${id}/refresh`, {})
    const [nobody] = (await coverageOf(owner, day(15), day(25))).coverage
    assert.deepEqual([nobody.shifts, nobody.gaps], [[], []])
    assert.deepEqual(spans(nobody.unknown), [[day(15), day(25)]])
  })

  test('a rota beside a provider covers, and its gaps are unknown', async () => {
    const { owner } = await app.organisation()
    const { targetId } = await ofTeam(owner, { people: [{ name: 'Desk' }], until: day(20) })
    const body = { scope: 'team', targetId, provider: 'pagerduty', scheduleId: 'P1' }
    const { id } = await make(owner, '/oncall/bindings', body)
    told = { name: 'Ada', email: null, startsAt: day(19), endsAt: day(21) }
    await owner.post(`/oncall/bindings/${id}/refresh`, {})
    const [found] = (await coverageOf(owner, day(16), day(23))).coverage
    assert.deepEqual(whoIn(found), [
      ['Desk', day(16), day(20)],
      ['Ada', day(19), day(21)],
    ])
    assert.deepEqual([found.gaps, spans(found.unknown)], [[], [[day(21), day(23)]]])
  })

  test('a deactivated member covers nothing, and no rota is a gap', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const [ada, ben] = [await organisation.user('member'), await organisation.user('member')]
    const { targetId } = await ofTeam(owner, { people: [{ uid: ada.id }, { uid: ben.id }], rotation })
    await changeUser(app.store, { organisationId: organisation.id, email: ben.email }, { isActive: false })
    const [found] = (await coverageOf(owner, day(16), day(30), targetId)).coverage
    assert.deepEqual(
      found.shifts.map(({ userUid, userEmail }: Body) => [userUid, userEmail]),
      [[ada.id, ada.email]],
    )
    assert.deepEqual(found.gaps, [{ from: day(23), to: day(30), reason: 'deactivated' }])
    const empty = await ofTeam(owner, null)
    const [none] = (await coverageOf(owner, day(16), day(17), empty.targetId)).coverage
    assert.deepEqual(none.gaps, [{ from: day(16), to: day(17), reason: 'noRota' }])
  })

  test('ranges are bounded, and others’ bindings are not there', async () => {
    const { owner } = await app.organisation()
    const { targetId } = await ofTeam(owner, { people: [{ name: 'Ada' }] })
    const get = (query: string) => owner.get(`/oncall/coverage?${query}`)
    refusedField(await get(`from=${day(2)}&to=2026-12-08T08:00:00.000Z`), 'to', '35')
    refusedField(await get(`from=${day(2)}&to=${day(2)}`), 'to')
    refusedField(await get(`from=${day(2)}`), 'to')
    refusedField(await get(`from=monday&to=${day(2)}`), 'from')
    const many = Array.from({ length: 201 }, (_, n) => `t${n}`).join(',')
    refusedField(await get(`from=${day(2)}&to=${day(3)}&entityIds=${many}`), 'entityIds', '200')
    const other = await app.organisation()
    assert.deepEqual((await coverageOf(other.owner, day(2), day(3), targetId)).coverage, [])
    const tested = await other.person('owner', { mode: 'test' })
    assert.deepEqual((await coverageOf(tested, day(2), day(3), targetId)).coverage, [])
  })
})
