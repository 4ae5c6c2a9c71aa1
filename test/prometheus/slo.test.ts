import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atEnd, type Client, clientOf, eventually, onEachEngine } from '@svc/server/testing'
import { emptyStore } from '../processes/empty-store.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { findPrometheus, type Prometheus } from './find-prometheus.ts'
import { account, startPrometheus } from './prometheus-process.ts'

const found = await findPrometheus()
if ('unavailable' in found) test('Prometheus', { skip: found.unavailable }, () => {})
else onEachEngine((engine) => define(found, engine))

const count = 'svc_http_request_duration_seconds_count'
const requests = `${count}{route=~"/v1/projects.*",method="GET"}`
const good = `${count}{route=~"/v1/projects.*",method="GET",status="200"}`

/** What a query returns, by its data source: a value, or the error. */
const expected: Readonly<Record<string, number | RegExp>> = {
  [`prometheus:100 * sum(${good}) / sum(${requests})`]: 75,
  [`prometheus: scalar(100 * sum(${good}) / sum(${requests}))`]: 75,
  [`prometheus:${requests}`]: /returns 2 series; it must return one/,
  'prometheus:sum(nothing_of_this_name)': /^The query returns no data\.$/,
  [`prometheus:sum(${requests}) * 0 / 0`]: /returns NaN/,
  [`prometheus:sum(${requests}) / 0`]: /returns \+Inf/,
  'prometheus:"words"': /returns a string/,
  [`prometheus:${requests}[1m]`]: /range of values|refuses the query/,
  'prometheus:sum(': /^Prometheus refuses the query: .*parse error/,
  [`prometheus:sum(${requests}) + 100`]: /must be between 0 and 100 for type availability, not 140/,
}

const quarterHourMs = 900_000

function define({ path }: Prometheus, engine: 'sqlite' | 'postgres'): void {
  let client: Client

  const slosBySource = async (): Promise<ReadonlyMap<string, Record<string, unknown>>> => {
    const { slos } = (await client.get('/slos')).body as { slos: Record<string, unknown>[] }
    return new Map(slos.map((slo) => [String(slo.dataSource), slo]))
  }

  const made = async (to: string, body: object): Promise<Record<string, string>> => {
    const reply = await client.post(to, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  test('our own figures, read by a real Prometheus, become our own SLOs', async (t: TestContext) => {
    const store = await emptyStore(engine)
    atEnd(t, () => store.remove())
    const token = newToken()
    const { location } = store
    const server = await startServerProcess({ location, token, server: { fetchAllow: ['127.0.0.1'] } })
    atEnd(t, () => server.kill())
    client = clientOf(server.url, token)
    const { key = '' } = await made('/api-keys', { name: 'Prometheus', scopes: ['read'], mode: 'live' })
    const prometheus = await startPrometheus(t, { path, target: server.url, credential: key })

    const { id: appId } = await made('/projects', { name: 'svc' })
    for (let n = 0; n < 30; n++) assert.equal((await client.get('/projects')).status, 200)
    for (let n = 0; n < 10; n++) assert.equal((await client.get('/projects/none')).status, 404)

    await made('/secrets', { name: 'p', type: 'text', keyword: 'prom', value: account.password })
    const config = {
      kind: 'prometheus',
      baseUrl: prometheus.url,
      username: account.username,
      tokenKeyword: 'prom',
    }
    assert.equal((await client.send('PUT', '/integrations/observability', { config })).status, 200)
    const tried = await client.post('/integrations/observability/test')
    assert.match(tried.body.message, /^Prometheus \d+\.\d+\.\d+ answers\.$/)

    const terms = { appId, type: 'availability', target: 70, window: 'rolling30d' }
    for (const dataSource of Object.keys(expected)) await made('/slos', { ...terms, name: 'x', dataSource })
    await eventually(
      () => sumOf(prometheus.url),
      (sum) => sum === '40',
    )

    let aheadMs = 0
    /** The server's own next run, a quarter hour later by its clock. It may pass one by itself before. */
    const nextRun = async (): Promise<void> => {
      aheadMs += quarterHourMs
      const slot = new Date(Math.floor((Date.now() + aheadMs) / quarterHourMs) * quarterHourMs).toISOString()
      await server.setClockAhead(aheadMs)
      for (const { id } of (await slosBySource()).values())
        await eventually(
          async () => (await client.get(`/slos/${id}/snapshots?limit=1`)).body.snapshots[0]?.takenAt,
          (takenAt) => takenAt >= slot,
        )
    }
    await nextRun()
    const measured = await slosBySource()
    for (const [dataSource, outcome] of Object.entries(expected)) {
      const slo = measured.get(dataSource)
      if (typeof outcome === 'number') {
        assert.equal(slo?.currentValue, outcome, dataSource)
        assert.equal(slo?.dataSourceError, null)
        assert.equal(slo?.status, 'atRisk', '25 of the 30 points are spent')
      } else {
        assert.equal(slo?.currentValue, null, dataSource)
        assert.match(String(slo?.dataSourceError), outcome, dataSource)
      }
    }

    await prometheus.stop()
    await nextRun()
    for (const [dataSource, slo] of await slosBySource()) {
      assert.equal(slo.currentValue, measured.get(dataSource)?.currentValue, 'the last value stays')
      assert.match(String(slo.dataSourceError), /connection to "127\.0\.0\.1" failed/)
    }
    assert.ok(server.errors.filter((line) => line.includes('slo-calculator')).length >= 2, 'said in the log')
    for (const line of server.errors) assert.ok(!line.includes(account.password))
  })
}

async function sumOf(url: string): Promise<string | undefined> {
  const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64')
  const query = new URLSearchParams({ query: `sum(${requests})` })
  const reply = await fetch(`${url}/api/v1/query?${query}`, { headers: { authorization: `Basic ${basic}` } })
  if (!reply.ok) return undefined
  const { data } = (await reply.json()) as { data: { result: { value: [number, string] }[] } }
  return data.result[0]?.value[1]
}
