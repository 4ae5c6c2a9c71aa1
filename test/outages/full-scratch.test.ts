import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { atEnd, useApp } from '@svc/server/testing'

/** How far files of this process may be written: beyond it a write fails, as on a disk that is full. */
const limitFiles = (bytes: number | 'unlimited'): Promise<unknown> =>
  promisify(execFile)('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`])

const app = useApp('sqlite')

test('a cost export that does not fit on the disk is refused for now, and nothing is changed', async (t) => {
  try {
    await limitFiles('unlimited')
  } catch {
    return t.skip('there is no prlimit here (Debian: apt-get install util-linux)')
  }
  const { owner } = await app.organisation()
  const name = 'x'.repeat(190)
  // More than SQLite keeps in memory.
  const rows = Array.from({ length: 30_000 }, (_, n) => `2026-10-01,2026-10-01,USD,1,${n}-${name}\n`)
  const file = `BillingPeriodStart,ChargePeriodStart,BillingCurrency,EffectiveCost,ServiceName\n${rows.join('')}`
  const send = () => owner.send('POST', '/imports/costs', file, { 'content-type': 'text/csv' })
  atEnd(t, () => limitFiles('unlimited'))
  await limitFiles(1024 ** 2)
  const { status, headers, body } = await send()
  await limitFiles('unlimited')
  assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body))
  assert.match(body.message, /disk has no room for temporary files/)
  assert.equal(headers.get('retry-after'), '30')
  assert.equal((await send()).status, 200)
})
