import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOrganisation } from '@svc/server'
import { clientOf, useApp } from '@svc/server/testing'
import type { Browser, Page } from 'playwright-core'
import { isWithoutBrowser, launchBrowser } from './browser.ts'
import { startPrefixProxy } from './prefix-proxy.ts'

const password = 'a long walk by the river'

let browser: Browser | undefined
before(async () => {
  if (!isWithoutBrowser) browser = await launchBrowser()
})
after(() => browser?.close())

for (const isStripping of [true, false]) {
  const way = isStripping ? 'takes the path away' : 'leaves the path in'
  describe(`under a path, behind a proxy that ${way}`, { skip: isWithoutBrowser }, async () => {
    const proxy = await startPrefixProxy('/tools/svc', isStripping)
    const app = useApp('sqlite', { publicUrl: proxy.url, trustedProxies: '127.0.0.0/8' })

    test(`the whole console works where the proxy ${way}`, async (t) => {
      proxy.leadTo(app.url)
      assert.ok(browser)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      t.after(async () => {
        await context.close()
        proxy.close()
      })
      const page = await context.newPage()
      const troubles: string[] = []
      page.on('pageerror', ({ message }) => troubles.push(message))
      // Before signing in there is one 401.
      page.on(
        'console',
        (said) => said.type() === 'error' && !/\b401\b/.test(said.text()) && troubles.push(said.text()),
      )

      const made = await createOrganisation(app.store, { name: 'New', ownerEmail: 'ada@example.com' })
      await page.goto(`${proxy.url}/setup#${made?.setupLink}`)
      await page.getByLabel('Organisation').fill('Acme')
      await page.getByLabel('Your name').fill('Ada')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByText(/^svc_pat_live_[0-9a-f]{48}$/).waitFor()
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page.getByRole('button', { name: /^Ada/ }).waitFor()
      assert.equal(page.url(), `${proxy.url}/`)

      // A page by a link of the router, then the same by its address.
      await page.getByRole('link', { name: 'Teams', exact: true }).click()
      await page.waitForURL(`${proxy.url}/teams`)
      const line = page.waitForResponse((answer) => answer.url() === `${proxy.url}/v1/events`)
      await page.reload()
      await line
      await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()

      // What others write comes over the stream.
      const client = clientOf(app.url, made?.token)
      const { body: team } = await client.post('/teams', { name: 'Made elsewhere' })
      await page.getByText('Made elsewhere').waitFor()
      await page.goto(`${proxy.url}/teams/${team.id}`)
      await page.getByRole('heading', { name: 'Made elsewhere' }).waitFor()

      // The graph is laid out by a worker, which is a file of its own.
      await page.goto(`${proxy.url}/graph`)
      await page.getByRole('heading', { name: 'Dependencies', exact: true }).waitFor()

      await page.goto(`${proxy.url}/settings/members`)
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByLabel('E-mail').fill('vera@example.com')
      await page.getByRole('button', { name: 'Create invite link' }).click()
      const link = await page.getByText(/\/join#svc_link_[0-9a-f]{48}$/).textContent()
      assert.ok(link?.startsWith(`${proxy.url}/join#`), link ?? '')

      const described = page.waitForResponse(`${proxy.url}/v1/openapi.json`)
      await page.goto(`${proxy.url}/docs`)
      assert.equal((await described).status(), 200)
      await page.getByRole('heading', { name: 'svc API reference', level: 1 }).waitFor()
      assert.deepEqual([troubles, proxy.strays], [[], []])

      await pastTheProxy(page)
    })

    /** Opening the server directly shows the same pages under the same path; cookies are valid for all its ports. */
    async function pastTheProxy(page: Page): Promise<void> {
      await page.goto(`${app.url}/teams?sort=name`)
      await page.waitForURL(`${app.url}/tools/svc/teams?sort=name`)
      await page.getByText('Made elsewhere').waitFor()
    }
  })
}
