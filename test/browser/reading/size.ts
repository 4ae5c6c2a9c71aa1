import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@svc/client'
import { testTimeoutMs } from '@svc/server/testing'
import type { Locator, Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const entries = 3_000
/** About forty are in or near the viewport; there must not be many more, however long the list is. */
const maxRows = 80

describe('the console at size', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    const { record } = await svc.client.project.create({ name: 'Checkout' })
    await reportCosts(svc, record.id)
    page = await svc.open('/settings/account')
  })
  after(() => svc.close())

  for (const [path, maxCode, shown] of [
    ['/', 200_000, 'main h1'],
    // A table that is worked in: filters, counts, changes in place.
    ['/projects', 220_000, '[aria-label="Rows"] a'],
    ['/docs', 200_000, 'main details'],
  ] as const) {
    test(`the JavaScript of ${path} is small as it is sent`, async () => {
      // A fresh browser with an empty cache.
      const visitor = await svc.open(path)
      await visitor.locator(shown).first().waitFor()
      const sizes = await untilStill(() => sentScripts(visitor))
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      // React alone is more than this: less would mean that something was not counted.
      assert.ok(bytes > 60_000, `${bytes} bytes`)
      assert.ok(bytes <= maxCode, `${bytes} bytes in ${sizes.length} files`)
    })
  }

  test('a list of thousands has only the rows in view in the page, to its end', async () => {
    await page.goto(`${svc.url}/costs/entries`)
    const rows = page.locator('[aria-label="Rows"] tr[aria-rowindex]')
    await rows.first().waitFor()
    const counts: number[] = []
    for (let last = 0; last < entries + 1; ) {
      await page.evaluate(`document.querySelector('[aria-label="Rows"]').scrollTop += 12_000`)
      last = await untilPast(rows, last)
      counts.push(await rows.count())
    }
    await page.getByText(`${entries.toLocaleString('en-US')} cost entries`).waitFor()
    assert.ok(Math.max(...counts) <= maxRows, `${Math.max(...counts)} rows`)
  })
})

/** So many entries, as a pipeline would report them. */
async function reportCosts({ url, client }: Console, appId: string): Promise<void> {
  const { key } = await client.call('createApiKey', { body: { name: 'Pipeline', scopes: ['ingest'] } })
  const pipeline = createClient({ endpoint: url, token: key ?? '' })
  const all = Array.from({ length: entries }, (_, n) => ({
    externalId: `entry-${n}`,
    appId,
    service: `Service ${n}`,
    amountCents: 100 + n,
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2026-01-02T00:00:00.000Z',
  }))
  for (let start = 0; start < all.length; start += 500) {
    const { results } = await pipeline.call('ingestCosts', { body: { items: all.slice(start, start + 500) } })
    assert.ok(results.every(({ status }) => status === 'created'))
  }
}

/** The transferred size of each script of the page. */
const sentScripts = (page: Page): Promise<readonly number[]> =>
  page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ encodedBodySize }) => encodedBodySize)`)

const stillMs = 1_000

/** Read once nothing more has arrived for a while: a page may continue to fetch after it shows something. */
async function untilStill<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (let before = await read(); ; ) {
    await sleep(stillMs)
    const now = await read()
    if (now.length === before.length) return now
    before = now
  }
}

/** The number of the last row in the page, once it is beyond another. */
async function untilPast(rows: Locator, row: number): Promise<number> {
  for (const end = Date.now() + testTimeoutMs; Date.now() < end; await sleep(50)) {
    const last = Number(await rows.last().getAttribute('aria-rowindex'))
    if (last > row) return last
  }
  return assert.fail(`There is no row after the ${row}th.`)
}
