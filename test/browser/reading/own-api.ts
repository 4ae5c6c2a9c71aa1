import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, type Server, isWithoutBrowser, startServer } from '../browser.ts'
import { watchPage } from '../watch.ts'

describe('the reference of the API at /docs', { skip: isWithoutBrowser }, () => {
  let server: Server
  let browser: Browser
  before(async () => {
    ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  const openDocs = async (address = '/docs'): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${server.url}${address}`)
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    return page
  }

  const tryIt = async (page: Page, operation: string): Promise<void> => {
    await page.getByText(operation, { exact: true }).click()
    await page.getByText('Try it', { exact: true }).click()
  }

  test('it can be read without signing in, and nothing in it violates its policy', async () => {
    const page = await (await browser.newContext()).newPage()
    const watch = await watchPage(page, server.url)
    const answer = await page.goto(`${server.url}/docs`)
    assert.match(answer?.headers()['content-security-policy'] ?? '', /script-src 'self'; style-src 'self';/)
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('burn')
    await page.getByText('List projects').waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('')
    await page.getByText('List projects').click()
    await page.getByRole('heading', { name: 'In the query' }).waitFor()
    await watch.inspect()
    assert.deepEqual(watch.troubles, [])
  })

  test('an operation can be tried with a token, which stays in the page', async () => {
    const page = await openDocs()
    await page.getByLabel('Token to try with').fill(server.token)
    await tryIt(page, 'Create a team')
    await page.getByLabel('Body').fill('{"name":"Made by trying"}')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: '201' }).waitFor()
    await page.getByText('"name": "Made by trying"').waitFor()
    const shell = page.locator('form').getByText('As a curl command')
    await shell.click()
    assert.doesNotMatch(String(await page.locator('form').innerText()), /svc_pat_live_/)
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    assert.doesNotMatch(String(kept), /svc_pat_live_/)
  })

  test('missing input is reported before anything is sent, and an error response is shown as received', async () => {
    const page = await openDocs()
    await tryIt(page, 'Get a project')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Required: appId.').waitFor()
    assert.deepEqual(sent, [])
    await page.getByLabel('appId').fill('prj_none')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: '401' }).waitFor()
    assert.deepEqual(sent, [`${server.url}/v1/projects/prj_none`])
  })

  test('an answer of any length is shown up to the limit of the page', async () => {
    const page = await openDocs()
    await page.route('**/v1/teams', (route) => route.fulfill({ body: 'x'.repeat(3_000_000) }))
    await tryIt(page, 'List teams')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Only the first million bytes are shown.').waitFor()
  })

  test('a link leads to its operation, and an unknown one to the page', async () => {
    const page = await openDocs(`/docs#${encodeURIComponent('post /teams')}`)
    await page.getByRole('heading', { name: 'Body' }).waitFor()
    await openDocs('/docs#%')
  })

  test('if the description cannot be loaded, it can be retried', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.goto(`${server.url}/docs`)
    await page.getByText('Couldn’t load the API description.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })
})
