import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { isLongRun } from '@svc/server/testing'
import type { Page } from 'playwright-core'
import { hostileMarkdown } from '../../packages/console/src/values/markdown/testing/hostile-markdown.ts'
import { type Console, isWithoutBrowser, startConsole, untilTrue } from './browser.ts'

/** A page of svc itself has some hundreds of elements; half a megabyte of Markdown can become a million. */
const maxElements = 20_000

/** Those whose cost differs most: many elements, huge texts with and without words, deep nesting. */
const shown = [
  'a wide table',
  'many emphases',
  'many tasks',
  'one long word',
  'brackets that are not closed',
  'quotes in quotes',
  'a heading of spaces',
] as const
/** For the other places; a table of thousands of columns takes a browser many seconds wherever it stands. */
const worst = isLongRun ? 'a wide table' : 'many tasks'
const hostile = hostileMarkdown(480_000)

describe('Markdown of half a megabyte', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let source: Server
  let spec = ''
  before(async () => {
    source = createServer((_, response) => response.end(spec)).listen(0, '127.0.0.1')
    await once(source, 'listening')
    svc = await startConsole(['--fetch-allow', '127.0.0.1'])
    page = await svc.open('/')
  })
  after(async () => {
    await svc.close()
    source.close()
  })

  const elements = () => page.evaluate(`document.querySelectorAll('*').length`) as Promise<number>
  const visit = async (path: string, isShown: string): Promise<void> => {
    await page.goto(`${svc.url}${path}`)
    await untilTrue(page, isShown)
    const count = await elements()
    assert.ok(count <= maxElements, `${count} elements`)
  }
  /** Whether a document is shown within an element. */
  const documentIn = (selector: string) => `!!document.querySelector('${selector} [class*=_document_]')`
  const newRunbook = async (bodyMd: string): Promise<string> =>
    (await svc.client.runbook.create({ title: 'Long', runbookType: 'incident_response', bodyMd })).record.id

  for (const about of shown) {
    test(`${about}: a runbook is shown slice by slice, and the page stays usable`, async () => {
      const id = await newRunbook(hostile[about] ?? '')
      await visit(`/runbooks/${id}?tab=document`, documentIn('main'))
      const more = page.getByRole('button', { name: 'Show more of this text' })
      if ((await more.count()) === 0) return
      const before = await elements()
      await more.click()
      await untilTrue(page, `document.querySelectorAll('*').length > ${before}`)
      assert.ok((await elements()) - before <= maxElements)
    })
  }

  test('every editor shows a bounded preview', async () => {
    const id = await newRunbook(hostile[worst] ?? '')
    const preview = documentIn('section[aria-label=Preview]')
    await visit(`/runbooks/${id}?tab=document&write=true`, preview)
    await visit(`/runbooks/${id}/edit`, preview)
  })

  test('every text of a specification is shown within bounds', async () => {
    const about = hostile[worst] ?? ''
    spec = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Long', version: '1', description: about },
      tags: [{ name: 'first', description: about }],
      paths: {},
    })
    const { port } = source.address() as AddressInfo
    const specUrl = `http://127.0.0.1:${port}/openapi.json`
    const api = await svc.client.api.create({
      name: 'Long',
      kind: 'openapi',
      lifecycle: 'production',
      specUrl,
    })
    await visit(`/apis/${api.record.id}?tab=spec`, documentIn('main'))
  })
})
