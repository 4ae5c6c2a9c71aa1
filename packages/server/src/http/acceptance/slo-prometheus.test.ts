import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { startHttp } from '../../outbound/testing/servers.ts'
import { onEachEngine } from '../../testing/index.ts'
import { type Body, bodyOf, change, make, newSlo, read } from './checks.ts'
import {
  connect,
  dataSource,
  formOf,
  json,
  number,
  snapshotsOf,
  success,
  token,
  useMeasuring,
  vector,
} from './measuring.ts'

/** Every one keeps the last value, is reported, and is cleared by the next success. */
const failures: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
  NaN: [number('NaN'), /^The query returns NaN, which is not a measurement\.$/],
  '+Inf': [number('+Inf'), /returns \+Inf/],
  '-Inf': [number('-Inf'), /returns -Inf/],
  'an empty text': [number(''), /something that is not a number/],
  'no number': [number(token), /something that is not a number/],
  'a scalar NaN': [success({ resultType: 'scalar', result: [1, 'NaN'] }), /returns NaN/],
  'an empty vector': [success(vector()), /^The query returns no data\.$/],
  'several series': [success(vector('1', '2', '3')), /returns 3 series; it must return one, as with sum/],
  'a histogram': [
    success({ resultType: 'vector', result: [{ metric: {}, histogram: [1, {}] }] }),
    /returns a histogram/,
  ],
  'a text': [success({ resultType: 'string', result: [1, token] }), /returns a string/],
  'a range': [success({ resultType: 'matrix', result: [] }), /range of values/],
  'another result': [success({ resultType: 'streams', result: [] }), /not a query result/],
  'no result': [success(null), /not a query result/],
  'an impossible value': [number('100.5'), /must be between 0 and 100 for type availability, not 100\.5/],
  '400': [
    (_, s) => json(s, 400, { status: 'error', errorType: 'bad_data', error: '1:5: parse error:\n  x' }),
    /^Prometheus refuses the query: 1:5: parse error: x$/,
  ],
  '422': [
    (_, s) => json(s, 422, { status: 'error', errorType: 'execution', error: 'many-to-many matching' }),
    /refuses the query: many-to-many/,
  ],
  'a 400 that no engine could store as it is': [
    (_, s) => json(s, 400, { status: 'error', error: `a\0b\ud800${'x'.repeat(495)}\u{1f9ea}` }),
    /refuses the query: a b\ufffdx{495}\ufffd$/u,
  ],
  'a 400 that repeats the credential': [
    ({ headers }, s) => json(s, 400, { status: 'error', error: `you are ${headers.authorization}` }),
    /^Prometheus refuses the query \(status 400\)\.$/,
  ],
  'a 400 of another kind': [(_, s) => s.writeHead(400).end(token), /refuses the query \(status 400\)/],
  '401': [(_, s) => s.writeHead(401).end(token), /refuses the credential \(status 401\)/],
  '403': [(_, s) => s.writeHead(403).end(token), /refuses the credential \(status 403\)/],
  '404': [(_, s) => s.writeHead(404).end(token), /is not at the address/],
  '429': [(_, s) => s.writeHead(429, { 'retry-after': '5' }).end(), /too many requests/],
  '500': [(_, s) => s.writeHead(500).end(token), /answers with status 500/],
  '503': [(_, s) => json(s, 503, { status: 'error', errorType: 'timeout' }), /aborted the query/],
  'a web page': [
    (_, s) => s.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    /is not Prometheus/,
  ],
  'an error with 200': [(_, s) => json(s, 200, { status: 'error', error: token }), /is not Prometheus/],
  truncated: [
    (_, s) => {
      s.writeHead(200, { 'content-length': 1_000 }).write('{"status":"success","data":')
      setTimeout(() => s.destroy(), 20)
    },
    /connection to "127\.0\.0\.1" failed/,
  ],
  '50 MB': [(_, s) => s.end(Buffer.alloc(50 * 1024 * 1024, ' ')), /larger than the limit of 262144 bytes/],
  'nothing at all': [(_, s) => s.destroy(), /connection to "127\.0\.0\.1" failed/],
}

onEachEngine((engine) => {
  const { app, clock, logged, calculate, metersOf } = useMeasuring(engine)

  test('each run asks Prometheus, with the credential, and what it says is the value', async (t) => {
    const { owner } = await app.organisation()
    const forms: URLSearchParams[] = []
    const server = await startHttp(t, async (request, response) => {
      forms.push(await formOf(request))
      number('99.75')(request, response)
    })
    await make(owner, '/secrets', { name: 't', type: 'text', keyword: 'prom', value: token })
    await connect(owner, server.port, { tokenKeyword: 'prom' })
    const slo = await newSlo(owner, { target: 99, dataSource })
    const other = await newSlo(owner, { target: 99, currentValue: 99.5, dataSource: 'by hand' })
    assert.match(await calculate(metersOf(t).source), /\d+ new snapshots?, 1 measured, 0 failed$/)

    const [request, ...more] = server.requests
    assert.equal(more.length, 0)
    assert.deepEqual([request?.method, request?.url], ['POST', '/prom/api/v1/query'])
    assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(request?.headers.authorization, `Bearer ${token}`)
    assert.equal(forms[0]?.get('query'), dataSource.slice('prometheus: '.length))

    const { errorBudgetTotal, errorBudgetRemaining, ...after } = await read(owner, `/slos/${slo.id}`)
    assert.deepEqual([errorBudgetTotal, errorBudgetRemaining], [432, 324])
    assert.deepEqual([after.currentValue, after.errorBudgetPercentUsed, after.status], [99.75, 25, 'met'])
    assert.equal(after.dataSourceError, null)
    assert.equal(after.updatedAt, slo.updatedAt, 'nobody edited it')
    assert.equal(after.lastUpdatedAt, after.dataSourceReadAt)
    const [snapshot] = await snapshotsOf(owner, slo.id)
    assert.deepEqual([snapshot.currentValue, snapshot.status, snapshot.target], [99.75, 'met', 99])
    assert.equal((await read(owner, `/slos/${other.id}`)).currentValue, 99.5)

    await calculate(metersOf(t).source)
    const later = await read(owner, `/slos/${slo.id}`)
    assert.equal(later.lastUpdatedAt, after.lastUpdatedAt, 'the same value is not a change')
    assert.ok(later.dataSourceReadAt > after.dataSourceReadAt)
  })

  test('$window in a query is the window of the SLO', async (t) => {
    const { owner } = await app.organisation()
    const asked: string[] = []
    const server = await startHttp(t, async (request, response) => {
      asked.push((await formOf(request)).get('query') ?? '')
      number('99.75')(request, response)
    })
    await connect(owner, server.port)
    const windows = ['rolling7d', 'rolling30d', 'rolling90d', 'calendarMonth', 'calendarQuarter']
    for (const window of windows)
      await newSlo(owner, {
        window,
        dataSource: 'prometheus:rate(ok[$window]) / rate(all[$window:1m]) + $windows',
      })
    const before = clock.now().toISOString()
    t.after(() => clock.set(before))
    clock.set('2027-02-03T00:45:00.000Z')
    await calculate(metersOf(t).source)
    const lengths = asked.map(
      (query) => /^rate\(ok\[(\w+)\]\) \/ rate\(all\[\1:1m\]\) \+ \$windows$/.exec(query)?.[1],
    )
    const daysOf = (length: string | undefined) => Math.floor(Number(length?.slice(0, -1)) / 86_400)
    const [seconds, days] = [
      lengths.filter((one) => one?.endsWith('s')),
      lengths.filter((one) => one?.endsWith('d')),
    ]
    assert.deepEqual(days.toSorted(), ['30d', '7d', '90d'])
    assert.deepEqual(
      seconds.map(daysOf).toSorted(),
      [2, 33],
      'what has passed of February, and of the quarter',
    )
  })

  test('a change of status is in the log, a change of value is not', async (t) => {
    const { owner } = await app.organisation()
    const values = ['99.99', '99.98', '98']
    const server = await startHttp(t, (q, s) => number(values.shift() ?? '98')(q, s))
    await connect(owner, server.port)
    const { id } = await newSlo(owner, { target: 99, dataSource })
    const { source } = metersOf(t)
    for (const status of ['met', 'met', 'breached']) {
      await calculate(source)
      assert.equal((await read(owner, `/slos/${id}`)).status, status)
    }
    const { auditLog } = await read(owner, `/audit-log?subjectId=${id}`)
    assert.deepEqual(
      auditLog.map((event: Body) => [event.type, event.before?.status, event.after?.status]),
      [
        ['slo.status_changed', 'met', 'breached'],
        ['slo.status_changed', null, 'met'],
        ['slo.created', undefined, null],
      ],
    )
  })

  test('a failure keeps the last value, is reported, and is cleared by the next success', async (t) => {
    const { owner } = await app.organisation()
    let answer = number('99.5')
    const server = await startHttp(t, (q, s) => answer(q, s))
    await make(owner, '/secrets', { name: 't', type: 'text', keyword: 'prom', value: token })
    await connect(owner, server.port, { tokenKeyword: 'prom', username: 'reader' })
    const { id } = await newSlo(owner, { target: 99, dataSource })
    const { source } = metersOf(t)
    await calculate(source)
    const good = await read(owner, `/slos/${id}`)
    let runs = 1
    for (const [name, [failing, expected]] of Object.entries(failures)) {
      answer = failing
      await calculate(source)
      const slo = await read(owner, `/slos/${id}`)
      assert.match(slo.dataSourceError ?? '', expected, name)
      assert.deepEqual({ ...slo, dataSourceError: null }, good, name)
      const last = (await snapshotsOf(owner, id)).at(-1)
      assert.deepEqual([last?.currentValue, last?.status], [99.5, 'met'], name)
      runs += 1
    }
    assert.equal((await snapshotsOf(owner, id)).length, runs)
    const said = JSON.stringify([logged, await read(owner, '/audit-log'), await read(owner, `/slos/${id}`)])
    assert.ok(!said.includes(token))
    assert.match(JSON.stringify(logged), /"failed":1,"reasons":\["The query returns no data\."\]/)

    answer = number('99.9')
    await calculate(source)
    const { currentValue, dataSourceError } = await read(owner, `/slos/${id}`)
    assert.deepEqual([currentValue, dataSourceError], [99.9, null])
  })

  test('a scalar, and numbers of every form, are values', async (t) => {
    const { owner } = await app.organisation()
    let data: unknown
    const server = await startHttp(t, (q, s) => success(data)(q, s))
    await connect(owner, server.port)
    const { id } = await newSlo(owner, { type: 'custom', target: 10, dataSource })
    const { source } = metersOf(t)
    const rows: readonly (readonly [string, number])[] = [
      ['99.95', 99.95],
      ['0', 0],
      ['1.5e-07', 1.5e-7],
      ['99.95000000000001', 99.95],
    ]
    for (const [text, value] of rows) {
      for (data of [vector(text), { resultType: 'scalar', result: [1, text] }]) {
        await calculate(source)
        assert.equal((await read(owner, `/slos/${id}`)).currentValue, value)
      }
    }
    const almost = await newSlo(owner, { dataSource })
    data = vector('100.00000000000001')
    await calculate(source)
    assert.equal((await read(owner, `/slos/${almost.id}`)).currentValue, 100)
  })

  test('a missing server is reported, and any other text is only displayed', async (t) => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const server = await startHttp(t, number('99.5'))
    const slo = await newSlo(owner, { dataSource })
    const blank = await newSlo(owner, { dataSource: 'prometheus: ' })
    const shown = await newSlo(owner, { dataSource: 'Prometheus: up' })
    const { source } = metersOf(t)
    const errors = async () => {
      await calculate(source)
      const ids = [slo.id, blank.id, shown.id]
      return Promise.all(ids.map(async (id) => (await read(owner, `/slos/${id}`)).dataSourceError))
    }
    const none = 'The observability integration has no Prometheus server configured.'
    const empty = 'There is no query after "prometheus:".'
    assert.deepEqual(await errors(), [none, empty, null])
    await connect(owner, server.port, { kind: 'grafana' })
    assert.deepEqual(await errors(), [none, empty, null])
    await connect(await organisation.person('owner', { mode: 'test' }), server.port)
    assert.deepEqual(await errors(), [none, empty, null], 'the other mode’s is not queried')
    assert.equal(server.requests.length, 0)

    await make(owner, '/secrets', { name: 't', type: 'text', keyword: 'prom', value: token })
    await connect(owner, server.port, { tokenKeyword: 'prom' })
    assert.deepEqual(await errors(), [null, empty, null])
    const { secrets } = await read(owner, '/secrets')
    bodyOf(await owner.delete(`/secrets/${secrets[0].id}`), 204)
    const [gone] = await errors()
    assert.match(gone, /credential of the integration “Observability” cannot be used/)
    await connect(owner, server.port, { baseUrl: 'http://169.254.169.254' })
    assert.match((await errors())[0], /may not be fetched/)
  })

  test('a new data source starts over', async (t) => {
    const { owner } = await app.organisation()
    const server = await startHttp(t, success(vector()))
    await connect(owner, server.port)
    const { id } = await newSlo(owner, { dataSource, currentValue: 99.5 })
    await calculate(metersOf(t).source)
    const failed = await read(owner, `/slos/${id}`)
    assert.equal(failed.dataSourceError, 'The query returns no data.')
    const renamed = await change(owner, `/slos/${id}`, { name: 'y', dataSource })
    assert.equal(renamed.dataSourceError, failed.dataSourceError)
    const changed = await change(owner, `/slos/${id}`, { dataSource: 'prometheus:up' })
    assert.deepEqual(
      [changed.dataSourceError, changed.dataSourceReadAt, changed.currentValue],
      [null, null, 99.5],
    )
  })
})
