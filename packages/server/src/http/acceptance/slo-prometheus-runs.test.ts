import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { startHttp, startTcp } from '../../outbound/testing/servers.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { createSloSource, type SloSource } from '../../services/slo/source.ts'
import { openStore } from '../../store/open.ts'
import { eventually, onEachEngine } from '../../testing/index.ts'
import { type Body, change, make, newSlo, read } from './checks.ts'
import { connect, dataSource, number, snapshotsOf, token, useMeasuring } from './measuring.ts'

onEachEngine((engine) => {
  const { app, clock, calculate, metersOf, vaultOf } = useMeasuring(engine)

  test('an answer for an older data source or type is dropped', async (t) => {
    const { owner } = await app.organisation()
    const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>()
    const { promise: go, resolve: mayGo } = Promise.withResolvers<void>()
    const server = await startHttp(t, async (q, s) => {
      hasAsked()
      await go
      number('50')(q, s)
    })
    await connect(owner, server.port)
    const slo = await newSlo(owner, { dataSource, currentValue: 99.5 })
    const typed = await newSlo(owner, { dataSource, currentValue: 99.5 })
    const run = calculate(metersOf(t).source)
    await asked
    await change(owner, `/slos/${slo.id}`, { dataSource: 'prometheus:other' })
    await change(owner, `/slos/${typed.id}`, { type: 'errorRate', currentValue: 0.5 })
    mayGo()
    await run
    assert.equal((await read(owner, `/slos/${slo.id}`)).currentValue, 99.5)
    assert.equal((await read(owner, `/slos/${typed.id}`)).currentValue, 0.5)
    assert.equal((await snapshotsOf(owner, slo.id)).length, 1)
  })

  test('a redirect to another host is not followed, and the credential is not sent there', async (t) => {
    const { owner } = await app.organisation()
    const thief = await startHttp(t, number('100'))
    const server = await startHttp(t, (_, s) =>
      s.writeHead(307, { location: `http://127.0.0.1:${thief.port}/api/v1/query` }).end(),
    )
    await make(owner, '/secrets', { name: 't', type: 'text', keyword: 'prom', value: token })
    await connect(owner, server.port, { tokenKeyword: 'prom' })
    const { id } = await newSlo(owner, { dataSource })
    await calculate(metersOf(t).source)
    const { currentValue, dataSourceError } = await read(owner, `/slos/${id}`)
    assert.equal(currentValue, null)
    assert.match(dataSourceError, /redirects a request body to another host/)
    assert.equal(thief.requests.length, 0)
  })

  test('a slow server does not delay others, and gets only a limited number of queries at a time', async (t) => {
    const slow = await app.organisation()
    const quick = await app.organisation()
    const plain = await app.organisation()
    let open = 0
    let most = 0
    const { promise: go, resolve: mayGo } = Promise.withResolvers<void>()
    t.after(() => mayGo())
    const waiting = await startHttp(t, async (q, s) => {
      most = Math.max(most, ++open)
      await go
      open -= 1
      number('99.5')(q, s)
    })
    const server = await startHttp(t, number('99.7'))
    await connect(slow.owner, waiting.port)
    await connect(quick.owner, server.port)
    const { id: appId } = await make(slow.owner, '/projects', { name: 'x' })
    const late: Body[] = []
    for (let n = 0; n < 20; n++) late.push(await newSlo(slow.owner, { appId, dataSource }))
    const measured = await newSlo(quick.owner, { dataSource })
    const unmeasured = await newSlo(plain.owner, { currentValue: 99 })
    const run = calculate(metersOf(t).source)
    for (const [{ owner }, { id }] of [
      [quick, measured],
      [plain, unmeasured],
    ] as const)
      await eventually(
        () => snapshotsOf(owner, id),
        ({ length }) => length === 1,
      )
    await eventually(
      async () => open,
      (count) => count === 8,
    )
    assert.equal((await snapshotsOf(slow.owner, late[0].id)).length, 0)
    mayGo()
    await run
    assert.equal(most, 8)
    for (const { id } of late) assert.equal((await read(slow.owner, `/slos/${id}`)).currentValue, 99.5)
  })

  const withShortTimeout = (t: TestContext): SloSource => {
    const fetch = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 200 })
    t.after(() => fetch.close())
    return createSloSource({ store: app.store, fetch, vault: vaultOf(app.store) })
  }

  test('a server that never answers is skipped after a few queries', async (t) => {
    const { owner } = await app.organisation()
    const silent = await startTcp(t, () => {})
    await connect(owner, silent.port)
    const { id: appId } = await make(owner, '/projects', { name: 'x' })
    const slos: Body[] = []
    for (let n = 0; n < 40; n++) slos.push(await newSlo(owner, { appId, dataSource }))
    const before = silent.connections()
    await calculate(withShortTimeout(t))
    assert.ok(silent.connections() - before <= 16, `${silent.connections()}`)
    for (const { id } of slos) {
      assert.match((await read(owner, `/slos/${id}`)).dataSourceError, /No complete answer arrived within/)
      assert.equal((await snapshotsOf(owner, id)).length, 1)
    }
  })

  test('several processes: one snapshot, with the value that was measured', async (t) => {
    const { owner } = await app.organisation()
    let count = 0
    const server = await startHttp(t, (q, s) => number(String(90 + (count++ % 10)))(q, s))
    await connect(owner, server.port)
    const { id } = await newSlo(owner, { dataSource })
    const store = await openStore(app.location)
    t.after(() => store.close())
    clock.forward(900_000)
    const here = metersOf(t).source
    const there = metersOf(t, store).source
    const runs = [here, there, here, there].map((sloSource, index) =>
      runJob({ store: index % 2 ? store : app.store, now: clock.now, sloSource }, 'slo-calculator'),
    )
    await Promise.all(runs)
    const [snapshot, ...others] = await snapshotsOf(owner, id)
    assert.equal(others.length, 0)
    assert.equal((await read(owner, `/slos/${id}`)).currentValue, snapshot.currentValue)
    const { length } = server.requests
    await runJob({ store: app.store, now: clock.now, sloSource: here }, 'slo-calculator')
    assert.equal(server.requests.length, length, 'an SLO that has its snapshot is not queried again')
  })

  test('a query that is cancelled when a process ends does not count as tried: the next run does it', async (t) => {
    const { owner } = await app.organisation()
    const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>()
    let isOpen = false
    const server = await startHttp(t, (q, s) => (isOpen ? number('99.5')(q, s) : hasAsked()))
    await connect(owner, server.port)
    const { id } = await newSlo(owner, { dataSource })
    const meters = metersOf(t)
    const run = calculate(meters.source)
    await asked
    await meters.close()
    await assert.rejects(run, AggregateError)
    assert.equal((await read(owner, `/slos/${id}`)).dataSourceError, null)
    assert.equal((await snapshotsOf(owner, id)).length, 0)
    isOpen = true
    await runJob({ store: app.store, now: clock.now, sloSource: metersOf(t).source }, 'slo-calculator')
    assert.equal((await snapshotsOf(owner, id))[0].currentValue, 99.5)
  })
})
