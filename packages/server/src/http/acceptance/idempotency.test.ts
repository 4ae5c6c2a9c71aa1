import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../main.ts'
import type { Shift } from '../../outbound/oncall.ts'
import { openStore } from '../../store/open.ts'
import { clientOf, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, idsOf, make, movableClock, read, refused, refusedField } from './checks.ts'

const key = (value: string) => ({ 'idempotency-key': value })
const hourMs = 3_600_000

onEachEngine((engine) => {
  const clock = movableClock('2026-03-10T12:00:00.000Z')
  let answer: (shift: Shift | null) => void = () => {}
  let asked = 0
  const onCall = {
    whoIsOnCall: () => {
      asked += 1
      return new Promise<Shift | null>((resolve) => {
        answer = resolve
      })
    },
  }
  const app = useApp(engine, { now: clock.now, onCall })

  test('the same key and body return the first answer again and write nothing', async () => {
    const { owner } = await app.organisation()
    const input = { name: 'Shop', description: 'x' }
    const first = await owner.post('/projects', input, key('a'))
    bodyOf(first, 201)
    assert.equal((await owner.patch(`/projects/${first.body.id}`, { name: 'Changed' })).status, 200)
    const again = await owner.post('/projects', input, key('a'))
    assert.equal(again.status, 201)
    assert.equal(again.text, first.text, 'as it was answered then')
    assert.deepEqual(idsOf((await read(owner, '/projects')).projects), [first.body.id])
    const created = (await read(owner, '/audit-log?type=project.created')).auditLog
    assert.equal(created.length, 1)
    const other = await owner.post('/projects', input, key('b'))
    assert.notEqual(bodyOf(other, 201).id, first.body.id)
    assert.notEqual((await make(owner, '/projects', input)).id, first.body.id)
  })

  test('the same key with another body or address is 422', async () => {
    const { owner } = await app.organisation()
    bodyOf(await owner.post('/projects', { name: 'a' }, key('k')), 201)
    refused(await owner.post('/projects', { name: 'b' }, key('k')), 422, 'idempotency_conflict')
    refused(await owner.post('/teams', { name: 'a' }, key('k')), 422, 'idempotency_conflict')
    assert.equal((await read(owner, '/projects')).projects.length, 1)
    assert.equal((await read(owner, '/teams')).teams.length, 0)
  })

  test('a key belongs to its credential', async () => {
    const { owner, person } = await app.organisation()
    const tester = await person('owner', { mode: 'test' })
    const member = await person('member')
    const ids = []
    for (const client of [owner, tester, member])
      ids.push(bodyOf(await client.post('/projects', { name: 'a' }, key('k')), 201).id)
    assert.equal(new Set(ids).size, 3)
  })

  test('a refused request does not use up its key', async () => {
    const { owner } = await app.organisation()
    refusedField(await owner.post('/projects', {}, key('k')), 'name')
    bodyOf(await owner.post('/projects', { name: 'a' }, key('k')), 201)
  })

  test('after 24 hours the key is free again, not before', async () => {
    const { owner } = await app.organisation()
    const first = bodyOf(await owner.post('/projects', { name: 'a' }, key('k')), 201)
    clock.forward(24 * hourMs - 60_000)
    assert.equal((await owner.post('/projects', { name: 'a' }, key('k'))).body.id, first.id)
    clock.forward(60_000)
    const next = bodyOf(await owner.post('/projects', { name: 'a' }, key('k')), 201)
    assert.notEqual(next.id, first.id)
    assert.equal((await owner.post('/projects', { name: 'a' }, key('k'))).body.id, next.id)
  })

  test('while the first is still running, the same key is 409', async () => {
    const { owner } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'a' })
    const pager = { scope: 'team', targetId: team.id, provider: 'pagerduty', scheduleId: 'P1' }
    const { id } = await make(owner, '/oncall/bindings', pager)
    const path = `/oncall/bindings/${id}/refresh`
    const before = asked
    const first = owner.post(path, undefined, key('k'))
    await eventually(
      async () => asked,
      (count) => count > before,
    )
    refused(await owner.post(path, undefined, key('k')), 409, 'idempotency_conflict')
    answer({ name: 'Ada', email: null, startsAt: null, endsAt: null })
    const done = bodyOf(await first)
    assert.equal(done.currentlyOnCallUserName, 'Ada')
    assert.deepEqual(bodyOf(await owner.post(path, undefined, key('k'))), done)
    assert.equal(asked, before + 1, 'the provider was asked once')
  })

  test('many at once with one key create one record, on one process and on two', async (t) => {
    const { owner } = await app.organisation()
    const store = await openStore(app.location)
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} }
    const other = await startServer({ store, now: clock.now, ...options })
    t.after(async () => {
      await other.close()
      await store.close()
    })
    const elsewhere = clientOf(other.url, owner.token)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? owner : elsewhere).post('/teams', { name: 'x' }, key('k')),
      ),
    )
    const made = replies.filter(({ status }) => status === 201)
    for (const reply of replies) if (reply.status !== 201) refused(reply, 409, 'idempotency_conflict')
    const { teams } = await read(owner, '/teams')
    assert.equal(teams.length, 1)
    assert.ok(made.length > 0)
    for (const { body } of made) assert.equal(body.id, teams[0].id)
  })

  test('a repeated creation of a token shows the same secret to the same caller', async () => {
    const { owner } = await app.organisation()
    const first = bodyOf(await owner.post('/tokens', { name: 'x' }, key('k')), 201)
    assert.deepEqual(bodyOf(await owner.post('/tokens', { name: 'x' }, key('k')), 201), first)
    const named = (await read(owner, '/tokens')).tokens.filter(({ name }: Body) => name === 'x')
    assert.equal(named.length, 1)
  })

  test('a key is 1 to 255 visible characters; other methods need none', async () => {
    const { owner } = await app.organisation()
    for (const value of ['', 'x'.repeat(256), 'a b'])
      refusedField(await owner.post('/projects', { name: 'a' }, key(value)), 'Idempotency-Key')
    const { id } = bodyOf(await owner.post('/projects', { name: 'a' }, key('x'.repeat(255))), 201)
    for (const name of ['b', 'c'])
      assert.equal(bodyOf(await owner.patch(`/projects/${id}`, { name }, key('p'))).name, name)
  })
})
