import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'

interface Entry {
  readonly seq: number
  readonly type: string
  readonly subject: { readonly kind: string; readonly id: string }
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

async function feed(client: Client, query = ''): Promise<{ events: readonly Entry[]; lastSeq: number }> {
  const reply = await client.get(`/events${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

const types = (events: readonly Entry[]): readonly string[] => events.map(({ type }) => type)

onEachEngine((engine) => {
  const app = useApp(engine)

  test('every change is there, numbered without a gap, oldest first, from any point', async () => {
    const { owner } = await app.organisation()
    const client = checkedClient(owner)
    assert.partialDeepStrictEqual(await feed(client), { events: [], lastSeq: 0 })
    const { id } = (await client.post('/teams', { name: 'a' })).body
    for (const name of ['b', 'c', 'd']) await client.patch(`/teams/${id}`, { name })
    await client.delete(`/teams/${id}`)
    const { events, lastSeq } = await feed(client)
    assert.deepEqual(types(events), ['team.created', ...Array(3).fill('team.updated'), 'team.deleted'])
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    )
    assert.equal(lastSeq, 5)
    assert.deepEqual([events[2]?.before?.name, events[2]?.after?.name], ['b', 'c'])
    for (let after = 0; after <= 5; after += 1) {
      const page = await feed(client, `?after=${after}&limit=2`)
      assert.deepEqual(page.events, events.slice(after, after + 2))
      assert.equal(page.lastSeq, Math.min(5, after + 2))
    }
    const { auditLog } = (await client.get('/audit-log?subjectKind=team')).body
    assert.deepEqual(
      auditLog.toReversed(),
      events.map(({ seq: _, ...event }) => event),
      'the audit log and the feed are one log',
    )
  })

  test('a filter narrows by kind and type, and the position moves past what was left out', async () => {
    const { owner } = await app.organisation()
    for (let n = 0; n < 3; n += 1) {
      await owner.post('/teams', { name: `t${n}` })
      await owner.post('/domains', { name: `d${n}` })
    }
    const teams = await feed(owner, '?kind=team')
    assert.deepEqual([teams.events.map(({ seq }) => seq), teams.lastSeq], [[1, 3, 5], 6])
    assert.deepEqual((await feed(owner, '?kind=team&limit=2')).lastSeq, 3)
    assert.deepEqual(
      (await feed(owner, '?type=domain.created&after=2')).events.map(({ seq }) => seq),
      [4, 6],
    )
    assert.partialDeepStrictEqual(await feed(owner, '?kind=team&type=domain.created'), {
      events: [],
      lastSeq: 6,
    })
    assert.partialDeepStrictEqual(await feed(owner, '?type=team.deleted'), { events: [], lastSeq: 6 })
  })

  test('the refusal of a wrong query says what is allowed', async () => {
    const { owner } = await app.organisation()
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['after=-1', 'after'],
      ['after=x', 'after'],
      ['kind=nothing', 'kind'],
      ['scope=all', 'scope'],
      ['cursor=x', 'cursor'],
    ] as const) {
      const reply = await owner.get(`/events?${query}`)
      assert.equal(reply.status, 400, query)
      assert.equal(reply.body.details[0].path, path)
    }
  })

  test('live and test have separate logs; the organisation’s is for administrators', async () => {
    const own = await app.organisation()
    const mock = await own.person('owner', { mode: 'test' })
    await own.owner.post('/teams', { name: 'live' })
    assert.deepEqual((await feed(mock)).events, [])
    await mock.post('/domains', { name: 'test' })
    assert.deepEqual(types((await feed(mock)).events), ['domain.created'])
    assert.deepEqual(types((await feed(own.owner)).events), ['team.created'])

    const home = (await feed(own.owner, '?scope=organisation')).events
    assert.ok(types(home).includes('user.created'))
    assert.ok(types(home).includes('token.created'))
    assert.ok(!JSON.stringify(home).includes('digest'), 'what is internal is never shown')
    const fromTest = (await feed(mock, '?scope=organisation')).events
    assert.ok(fromTest.every(({ after }) => after?.mode !== 'live'))
    for (const client of [await own.person('member'), await own.key()]) {
      const reply = await client.get('/events?scope=organisation')
      assert.equal(reply.status, 403, reply.text)
    }
  })

  test('nobody gets events about what they may not read', async () => {
    const own = await app.organisation()
    const { owner } = own
    const hidden = (
      await owner.post('/runbooks', { title: 'hidden', runbookType: 'x', visibilityRoleMin: 'owner' })
    ).body
    const shownThenHidden = (await owner.post('/runbooks', { title: 'open', runbookType: 'x' })).body
    await owner.patch(`/runbooks/${shownThenHidden.id}`, { title: 'now hidden', visibilityRoleMin: 'admin' })
    await owner.patch(`/runbooks/${hidden.id}`, { title: 'still hidden' })
    await owner.post('/secrets', { name: 'key', type: 'text', keyword: 'key-1', value: 'a-secret-value' })
    await owner.post('/webhooks', { url: 'https://hooks.acme.example/x', status: 'disabled' })
    const all = await feed(owner)
    assert.equal(all.events.length, 6)
    assert.ok(!JSON.stringify(all).includes('whsec_'))
    for (const client of [await own.person('member'), await own.key(), await own.person('viewer')]) {
      const { events, lastSeq } = await feed(client)
      assert.deepEqual(types(events), ['runbook.created', 'runbook.updated'])
      assert.deepEqual([events[1]?.before?.title, events[1]?.after], ['open', null])
      assert.equal(lastSeq, all.lastSeq, 'hidden events count as read')
      assert.ok(!JSON.stringify(events).includes('hidden'))
      for (const kind of ['secret', 'webhook'])
        assert.deepEqual((await feed(client, `?kind=${kind}`)).events, [])
    }
    const weak = await own.person('owner', { scopes: ['read'] })
    assert.ok(types((await feed(weak)).events).every((type) => type.startsWith('runbook.')))
  })

  test('a page of large events ends early, and nothing is lost over pages', async () => {
    const { owner } = await app.organisation()
    const bodyMd = 'x'.repeat(490_000)
    for (let n = 0; n < 12; n += 1)
      await owner.post('/runbooks', { title: `r${n}`, runbookType: 'x', bodyMd })
    const seen: number[] = []
    let after = 0
    for (;;) {
      const { events, lastSeq } = await feed(owner, `?after=${after}&limit=1000`)
      assert.ok(events.length < 12)
      seen.push(...events.map(({ seq }) => seq))
      if (lastSeq === after) break
      after = lastSeq
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })

  test('an unchanged feed is 304', async () => {
    const { owner } = await app.organisation()
    await owner.post('/teams', { name: 'a' })
    const etag = String((await owner.get('/events')).headers.get('etag'))
    assert.equal((await owner.get('/events', { 'if-none-match': etag })).status, 304)
    await owner.post('/teams', { name: 'b' })
    assert.equal((await owner.get('/events', { 'if-none-match': etag })).status, 200)
  })
})
