import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, eventually, openTestStore } from '@svc/server/testing'
import { startFickleProxy } from './fickle-proxy.ts'
import { startTroubledApp } from './troubled-app.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'
const metricsToken = 'the-operators-own-token'

test('the operator sees the last runs as they were known while the database is away', { skip }, async (t) => {
  const { location, remove } = await openTestStore('postgres')
  atEnd(t, remove)
  const proxy = await startFickleProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const usual = { ...location, databaseUrl: proxy.url, postgres: undefined }
  const { app } = await startTroubledApp(t, usual, { metricsToken })
  const ask = async () => {
    const answer = await fetch(`${app.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      // Prometheus gives up a scrape after 10 seconds; a busy machine gets more.
      signal: AbortSignal.timeout(25_000),
    })
    assert.equal(answer.status, 200)
    return (await answer.text()).match(/^svc_job_last_run_timestamp_seconds.*$/gm) ?? []
  }
  const known = await eventually(ask, (runs) => runs.length > 0 && !runs.some((line) => / 0$/.test(line)))
  for (const trouble of ['silence', 'cut'] as const) {
    if (trouble === 'silence') proxy.silence('all')
    else proxy.cut()
    // Longer than what was read is fresh for, so that the database is asked.
    const until = Date.now() + 4_000
    while (Date.now() < until) {
      assert.equal((await ask()).length, known.length, trouble)
      await sleep(500)
    }
  }
  proxy.mend()
  await eventually(ask, (runs) => runs.length === known.length)
})
