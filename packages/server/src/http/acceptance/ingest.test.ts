import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, make, read, refused, refusedField } from './checks.ts'

const report = async (client: Client, what: string, items: readonly object[]): Promise<readonly Body[]> =>
  bodyOf(await client.post(`/ingest/v1/${what}`, { items })).results

const statusesOf = (results: readonly Body[]): readonly string[] => results.map(({ status }) => status)

const digest = (digit: string): string => `hmac-sha256:${digit.repeat(64)}`

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const robot = checkedClient(await organisation.key({ scopes: ['ingest'] }))
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    return { organisation, owner, robot, appId: String(appId) }
  }

  test('a batch: each item is answered separately, in order, and a bad one does not affect the others', async () => {
    const { owner, robot, appId } = await newScene()
    const items = Array.from({ length: 1_000 }, (_, n) => ({
      externalId: `run/${n}`,
      appId: n === 500 ? 'prj_none' : appId,
      status: n === 501 ? 'flying' : 'success',
      ...(n === 502 && { nope: 1 }),
    }))
    const results = await report(robot, 'deployments', items)
    assert.deepEqual(
      results.map(({ index, externalId }) => [index, externalId]),
      items.map(({ externalId }, index) => [index, externalId]),
    )
    const bad = results.filter(({ status }) => status !== 'created')
    assert.deepEqual(
      bad.map(({ index, status, id, error }) => [index, status, id, error.code, error.details[0].path]),
      [
        [500, 'rejected', null, 'invalid_request', 'appId'],
        [501, 'rejected', null, 'invalid_request', 'status'],
        [502, 'rejected', null, 'invalid_request', 'nope'],
      ],
    )
    const { deployments } = await read(owner, '/deployments')
    assert.deepEqual(
      deployments.map(({ id }: Body) => id).toSorted(),
      results.flatMap(({ id }) => (id === null ? [] : [id])).toSorted(),
    )
    const { events } = await read(owner, '/events?kind=deployment&limit=1000')
    assert.equal(events.length, 997)
    assert.deepEqual(
      events.map(({ subject }: Body) => subject.id),
      results.flatMap(({ id }) => (id === null ? [] : [id])),
    )
    assert.equal(events[0].after.externalId, 'run/0')

    assert.deepEqual(
      new Set(statusesOf(await report(robot, 'deployments', items))),
      new Set(['unchanged', 'rejected']),
    )
    assert.equal((await read(owner, '/deployments')).deployments.length, 997)
  })

  test('a body that is not a batch is refused as a whole; a single record is answered like any other', async () => {
    const { owner, robot, appId } = await newScene()
    const item = { externalId: 'a', appId, status: 'success' }
    for (const body of [
      { items: [] },
      { items: {} },
      { items: null },
      { items: Array.from({ length: 1_001 }, () => item) },
      { items: [item], more: 1 },
    ])
      refused(await robot.post('/ingest/v1/deployments', body), 400, 'invalid_request')
    refused(await robot.post('/ingest/v1/deployments', [item]), 400, 'invalid_request')
    refusedField(
      await robot.post('/ingest/v1/deployments', { ...item, appId: 'prj_none' }),
      'appId',
      'prj_none',
    )
    assert.deepEqual((await read(owner, '/deployments')).deployments, [])
    const [result] = bodyOf(await robot.post('/ingest/v1/deployments', item)).results
    assert.equal(result.status, 'created')
    assert.deepEqual(statusesOf(await report(robot, 'deployments', [1, null, []] as never)), [
      'rejected',
      'rejected',
      'rejected',
    ])
  })

  test('the same externalId from many at once creates one record', async () => {
    const { owner, robot, appId } = await newScene()
    const items = Array.from({ length: 20 }, (_, n) => ({ externalId: `day/${n}`, appId, amountCents: 100 }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(robot, 'costs', items)))
    const ids = new Set(answers.flat().map(({ id }) => id))
    assert.equal(ids.size, 20)
    assert.equal(answers.flat().filter(({ status }) => status === 'created').length, 20)
    assert.equal((await read(owner, '/costs/entries?limit=1000')).entries.length, 20)
  })

  test('deployments only move forward, in whatever order the reports arrive, within a batch too', async () => {
    const { owner, robot, appId } = await newScene()
    const tell = (status: string, more: object = {}) => ({ externalId: 'run/1', status, ...more })
    const results = await report(robot, 'deployments', [
      tell('pending', { appId, buildVersion: '1.4.2' }),
      tell('deploying'),
      tell('building'),
    ])
    assert.deepEqual(statusesOf(results), ['created', 'updated', 'unchanged'])
    assert.match(results[2].reason, /already deploying/)
    const path = `/deployments/${results[0].id}`
    const half = await read(owner, path)
    assert.deepEqual([half.status, half.buildVersion, half.completedAt], ['deploying', '1.4.2', null])
    assert.ok(half.startedAt)

    const end = await report(robot, 'deployments', [
      tell('failed', { errorMessage: 'no disk' }),
      tell('success'),
    ])
    assert.deepEqual(statusesOf(end), ['updated', 'unchanged'])
    const whole = await read(owner, path)
    assert.deepEqual([whole.status, whole.errorMessage, whole.appId], ['failed', 'no disk', appId])
    assert.ok(whole.completedAt >= half.startedAt)
    const { events } = await read(owner, '/events?kind=deployment')
    assert.deepEqual(
      events.map(({ type, after }: Body) => [type, after.status]),
      [
        ['deployment.created', 'deploying'],
        ['deployment.updated', 'failed'],
      ],
    )
  })

  test('an externalId of another project is refused, not overwritten', async () => {
    const { owner, robot, appId } = await newScene()
    const { id: other } = await make(owner, '/projects', { name: 'Other' })
    await report(robot, 'deployments', [{ externalId: '1', appId, status: 'success' }])
    const [result] = await report(robot, 'deployments', [{ externalId: '1', appId: other, status: 'failed' }])
    assert.deepEqual([result.status, result.error.code], ['rejected', 'duplicate'])
  })

  test('costs: separate entries, corrected by externalId, in the rollup at once', async () => {
    const { owner, robot, appId } = await newScene()
    const day = new Date().toISOString().slice(0, 10)
    const item = {
      externalId: 'ec2',
      appId,
      service: 'EC2',
      amountCents: 100,
      periodStart: `${day}T00:00:00Z`,
    }
    const [first] = await report(robot, 'costs', [item])
    const [again] = await report(robot, 'costs', [{ ...item, amountCents: 250 }])
    assert.deepEqual([again.status, again.id], ['updated', first.id])
    const [entry] = (await read(owner, '/costs/entries')).entries
    assert.deepEqual([entry.externalId, entry.source, entry.amountCents], ['ec2', 'auto', 250])
    assert.equal((await read(owner, `/costs?appId=${appId}`)).last30dCents, 250)
    const wrong = [
      { amountCents: 0.5 },
      { amountCents: 1, currency: 'US' },
      { amountCents: 1, source: 'guessed' },
      { amountCents: 1, periodStart: '2026-02-02T00:00:00Z', periodEnd: '2026-02-01T00:00:00Z' },
      { amountCents: 1, externalId: ' ' },
    ]
    assert.deepEqual(new Set(statusesOf(await report(robot, 'costs', wrong))), new Set(['rejected']))
    // Without an externalId each is a new one.
    assert.deepEqual(statusesOf(await report(robot, 'costs', [{ amountCents: 1 }, { amountCents: 1 }])), [
      'created',
      'created',
    ])
  })

  test('costs: an entry that somebody typed in says so, even after a correction', async () => {
    const { organisation, owner, robot, appId } = await newScene()
    const member = checkedClient(await organisation.person('member'))
    const typed = { externalId: 'invoice 17', appId, amountCents: 4_900, source: 'manual' }
    const day = { periodStart: `${new Date().toISOString().slice(0, 10)}T00:00:00Z` }
    const { results } = bodyOf(await member.post('/ingest/v1/costs', { ...typed, ...day }))
    assert.equal(results[0].status, 'created')
    const sourceOf = async (id: string) =>
      (await read(owner, '/costs/entries')).entries.find((entry: Body) => entry.id === id).source
    const { id } = results[0]
    assert.equal(await sourceOf(id), 'manual')
    assert.equal((await read(owner, `/costs?appId=${appId}`)).last30dCents, 4_900)

    const { source: _, ...unsaid } = typed
    await report(robot, 'costs', [{ ...unsaid, amountCents: 5_000 }])
    assert.equal(await sourceOf(id), 'manual')
    await report(robot, 'costs', [{ ...typed, source: 'auto' }])
    assert.equal(await sourceOf(id), 'auto')
    const [other] = await report(robot, 'costs', [{ amountCents: 1, source: null }])
    assert.equal(await sourceOf(other.id), 'auto')
  })

  test('drift: fingerprints, never values', async () => {
    const { owner, robot, appId } = await newScene()
    const mapping = {
      mappingId: 'production/URL',
      environment: 'production',
      variable: 'URL',
      kind: 'changed',
      expectedFingerprint: digest('1'),
      actualFingerprint: digest('2'),
    }
    const scan = (more: object) => ({ appId, mappingsTotal: 2, mappings: [{ ...mapping, ...more }] })
    const secret = 'postgres://user:hunter2@db'
    const bodies = [
      scan({ actualFingerprint: secret }),
      scan({ actualFingerprint: secret.repeat(20) }),
      scan({ expectedFingerprint: 'a'.repeat(64) }),
      scan({ kind: 'missing' }),
      scan({ kind: 'extra' }),
      scan({ actualFingerprint: digest('1') }),
      { ...scan({}), driftedCount: 2 },
      { ...scan({}), mappingsTotal: 0 },
    ]
    const reply = await robot.post('/ingest/v1/drift', { items: bodies })
    assert.deepEqual(new Set(statusesOf(bodyOf(reply).results)), new Set(['rejected']))
    assert.ok(!reply.text.includes('hunter2'))
    const [result] = await report(robot, 'drift', [scan({})])
    const { drift } = await read(owner, `/drift?appId=${appId}`)
    assert.deepEqual([drift.id, drift.driftedCount, drift.mappings], [result.id, 1, [mapping]])
    assert.ok(drift.scannedAt)

    const nightly = { externalId: 'nightly', ...scan({}) }
    const scannedAt = async () => (await read(owner, `/drift?appId=${appId}`)).drift.scannedAt
    assert.deepEqual(statusesOf(await report(robot, 'drift', [nightly])), ['created'])
    const before = await scannedAt()
    assert.deepEqual(statusesOf(await report(robot, 'drift', [nightly])), ['unchanged'])
    assert.equal(await scannedAt(), before)
    assert.deepEqual(statusesOf(await report(robot, 'drift', [{ ...nightly, mappingsTotal: 3 }])), [
      'updated',
    ])
    assert.ok((await scannedAt()) > before)
  })

  test('measurements: the newest counts, and the budget is updated as for a PATCH', async () => {
    const { owner, robot, appId } = await newScene()
    const terms = { appId, name: 'Up', type: 'availability', target: 99.9, window: 'rolling30d' }
    const [one, two] = [await make(owner, '/slos', terms), await make(owner, '/slos', terms)]
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
    const results = await report(robot, 'slis', [
      { sloId: one.id, value: 99.95, at: ago(30), externalId: 'x' },
      { sloId: one.id, value: 50, at: ago(60) },
      { sloId: one.id, value: 101, at: ago(1) },
      { sloId: 'slo_none', value: 1 },
      { sloId: one.id, value: 1, at: '2999-01-01T00:00:00Z' },
    ])
    assert.deepEqual(statusesOf(results), ['updated', 'unchanged', 'rejected', 'rejected', 'rejected'])
    assert.match(results[1].reason, /older/)
    assert.deepEqual(
      results.slice(2).map(({ error }) => error.details[0].path),
      ['value', 'sloId', 'at'],
    )
    const told = await read(owner, `/slos/${one.id}`)
    const patched = await change(owner, `/slos/${two.id}`, { currentValue: 99.95 })
    for (const key of ['currentValue', 'status', 'errorBudgetPercentUsed', 'errorBudgetRemaining'])
      assert.equal(told[key], patched[key], key)
    assert.ok(told.updatedAt > one.updatedAt)

    assert.deepEqual(statusesOf(await report(robot, 'slis', [{ sloId: two.id, value: 1, at: ago(5) }])), [
      'unchanged',
    ])
    const [again] = await report(robot, 'slis', [{ sloId: one.id, value: 99.95, at: ago(20) }])
    assert.equal(again.status, 'unchanged')
    // Though it changed nothing, it is the newest now.
    const [late] = await report(robot, 'slis', [{ sloId: one.id, value: 2, at: ago(25) }])
    assert.match(late.reason, /older/)
    assert.equal((await read(owner, `/slos/${one.id}`)).currentValue, 99.95)
  })

  test('drift: a fingerprint that does not exist may be left out', async () => {
    const { owner, robot, appId } = await newScene()
    const place = { environment: 'production', variable: 'URL' }
    const missing = { mappingId: 'a', ...place, kind: 'missing', expectedFingerprint: digest('1') }
    const extra = { mappingId: 'b', ...place, kind: 'extra', actualFingerprint: digest('2') }
    const scan = { externalId: 'nightly', appId, mappingsTotal: 2, mappings: [missing, extra] }
    assert.deepEqual(statusesOf(await report(robot, 'drift', [scan])), ['created'])
    const { drift } = await read(owner, `/drift?appId=${appId}`)
    assert.deepEqual(drift.mappings, [
      { ...missing, actualFingerprint: null },
      { ...extra, expectedFingerprint: null },
    ])
    assert.deepEqual(statusesOf(await report(robot, 'drift', [scan])), ['unchanged'])
    const neither = { mappingId: 'c', ...place, kind: 'changed' }
    assert.deepEqual(statusesOf(await report(robot, 'drift', [{ ...scan, mappings: [neither] }])), [
      'rejected',
    ])
  })

  test('a measurement that is sent again stays the same one, whatever was measured since', async () => {
    const { owner, robot, appId } = await newScene()
    const terms = { appId, name: 'Up', type: 'custom', target: 9, window: 'rolling7d' }
    const [{ id: sloId }, other] = [await make(owner, '/slos', terms), await make(owner, '/slos', terms)]
    const tell = async (...items: readonly [externalId: string, value: number][]) =>
      statusesOf(
        await report(
          robot,
          'slis',
          items.map(([externalId, value]) => ({ externalId, sloId, value })),
        ),
      )
    const current = async () => (await read(owner, `/slos/${sloId}`)).currentValue
    assert.deepEqual(await tell(['a', 5]), ['updated'])
    assert.deepEqual(await tell(['b', 6]), ['updated'])
    assert.deepEqual(await tell(['a', 5]), ['unchanged'])
    assert.equal(await current(), 6)

    assert.deepEqual(await tell(['c', 7], ['d', 8], ['c', 7]), ['updated', 'updated', 'unchanged'])
    assert.equal(await current(), 8)
    await change(owner, `/slos/${sloId}`, { currentValue: 4 })
    assert.deepEqual(await tell(['d', 8]), ['unchanged'])
    assert.equal(await current(), 4)

    // Once corrected, it counts if it is still the newest.
    assert.deepEqual(await tell(['e', 1]), ['updated'])
    assert.deepEqual(await tell(['e', 2]), ['updated'])
    assert.deepEqual(await tell(['a', 3]), ['unchanged'])
    assert.equal(await current(), 2)

    const [elsewhere] = await report(robot, 'slis', [{ externalId: 'a', sloId: other.id, value: 5 }])
    assert.equal(elsewhere.status, 'updated')
    assert.equal('takenReports' in (await read(owner, `/slos/${sloId}`)), false)
  })

  test('an Idempotency-Key returns the first answer again', async () => {
    const { robot, appId } = await newScene()
    const key = { 'idempotency-key': 'k' }
    const body = { items: [{ appId, amountCents: 5 }] }
    const first = await robot.post('/ingest/v1/costs', body, key)
    const again = await robot.post('/ingest/v1/costs', body, key)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  test('of a thousand measurements of a few SLOs the last ones count, soon', async () => {
    const { owner, robot, appId } = await newScene()
    const slos = await Promise.all(
      Array.from({ length: 50 }, () =>
        make(owner, '/slos', { appId, name: 'Up', type: 'custom', target: 9, window: 'rolling7d' }),
      ),
    )
    const items = Array.from({ length: 1_000 }, (_, n) => ({ sloId: slos[n % 50].id, value: n }))
    const started = process.cpuUsage()
    await report(robot, 'slis', items)
    const { user } = process.cpuUsage(started)
    assert.ok(user < 5_000_000, `${user} µs of processor time`)
    assert.equal((await read(owner, `/slos/${slos[49].id}`)).currentValue, 999)
  })
})
