import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Kind, kinds, titleOf } from '@svc/model'
import { hasPage, listedKinds } from '../../packages/console/src/api/listed-kinds.ts'
import { isLongRun } from '@svc/server/testing'
import { isWithoutBrowser } from './browser.ts'
import { useHostileConsole } from './hostile/console.ts'
import { canaries, elsewhere } from './hostile/texts.ts'
import { specs } from './hostile/upstreams.ts'
import type { Locator } from 'playwright-core'
import { watchPage } from './watch.ts'

const [first = ''] = canaries
const share = 4

describe('nothing that somebody wrote runs in the console', { skip: isWithoutBrowser }, () => {
  const svc = useHostileConsole()
  const { look, nothing, recordsOf } = svc
  const shows = (text: string) =>
    svc.watch.until(`document.body.textContent.includes(${JSON.stringify(text)})`)

  /** Follows each link of a part of the page, one after the other. */
  async function openEach(name: string): Promise<void> {
    for (const link of await svc.page.getByRole('navigation', { name }).getByRole('link').all()) {
      await link.click()
      await svc.watch.settled()
      await svc.watch.inspect()
    }
  }

  for (const [index, kind] of listedKinds.entries()) {
    test(`${kind.name}: its list, its records with all their parts, and the form`, async () => {
      await look(kind.path)
      // All of them are in the list; of their pages, which are drawn alike for all kinds, each canary has some.
      const chosen = recordsOf(kind).filter((_, n) => isLongRun || (n + index) % share === 0)
      for (const [n, record] of hasPage(kind) ? chosen.entries() : []) {
        const place = `${kind.path}/${record.id}`
        await svc.watch.visit(place)
        // Before a deployment's version stands the name of its project, which only the server knows.
        await svc.watch.until(
          `document.querySelector('h1')?.textContent.endsWith(${JSON.stringify(titleOf(kind, record))})`,
        )
        assert.match(await svc.page.title(), / · svc$/)
        await svc.watch.inspect()
        if (n > 0) continue
        await openEach('Parts of this page')
        if (kind === (kinds.scorecard as Kind)) await look(`${place}/record`)
        if (kind.verbs.includes('update')) await look(`${place}/edit`)
      }
      nothing()
    })
  }

  for (const path of Object.keys(specs)) {
    test(`a spec: ${path}`, async () => {
      const { id } = await svc.fixtures.make(kinds.api, { name: path, specUrl: svc.specUrl(path) })
      await look(`/apis/${id}?tab=spec`)
      await svc.page.getByRole('link', { name: 'Source', exact: true }).waitFor()
      await clickAll(svc.page.locator('main details > summary'))
      await svc.watch.settled()
      await svc.watch.inspect()
      await look(`/apis/${id}?tab=spec&raw=true`)
      nothing()
    })
  }

  test('home, the whole catalog, the graph, the board, costs and scorecards', async () => {
    const { id: projectId } = recordsOf(kinds.project)[0] ?? {}
    for (const path of [
      '/',
      '/catalog',
      '/catalog?q=ran',
      '/issues/board',
      '/costs',
      `/costs?project=${projectId}`,
      '/scorecards',
      '/graph?view=list',
      `/graph?at=${projectId}`,
      `/graph?root=component:${projectId}`,
      `/graph?root=component:${projectId}&mode=impact`,
    ]) {
      await look(path)
    }
    await shows(first)
    nothing()
  })

  test('search, and recently opened records', async () => {
    await svc.watch.visit('/')
    await svc.page.keyboard.press('Control+k')
    await svc.page.getByRole('combobox', { name: 'Search everything' }).fill('window.ran')
    await svc.page.getByRole('option', { name: 'onerror' }).first().waitFor()
    await svc.watch.inspect()
    await svc.page.keyboard.press('Enter')
    await svc.page.waitForURL(/_[0-9a-z]+$/)
    await svc.watch.settled()
    await svc.page.keyboard.press('Control+k')
    await svc.page.getByRole('option').first().waitFor()
    await svc.watch.inspect()
    await svc.page.keyboard.press('Escape')
    nothing()
  })

  test('settings, and every change in the audit log', async () => {
    await svc.watch.visit('/settings/account')
    await openEach('Settings')
    const changes = await clickAll(svc.page.getByRole('button', { name: /^What changed/ }), 30)
    assert.ok(changes > 0)
    await svc.watch.settled()
    await svc.watch.inspect()
    await look(`/settings/webhooks/${recordsOf(kinds.webhook)[0]?.id}`)
    for (const { id } of recordsOf(kinds.identityProvider)) await look(`/settings/identity-providers/${id}`)
    nothing()
  })

  test('parameters of the address are shown as text', async () => {
    for (const [index, text] of canaries.entries()) {
      const said = encodeURIComponent(text)
      const addresses = [
        `/projects/${said}`,
        `/projects?q=${said}&lifecycle=${said}&${said}=${said}`,
        `/graph?root=component:${said}&at=${said}&types=${said}`,
        `/nowhere/${said}?tab=${said}`,
      ]
      // Each canary is somewhere, and in each place are some.
      for (const path of addresses.filter((_, n) => isLongRun || (n + index) % share === 0)) await look(path)
    }
    await svc.page.goto(`${svc.url}//${elsewhere}/%2e%2e?tab=x#//${elsewhere}`)
    await svc.watch.settled()
    await svc.watch.inspect()
    assert.equal(new URL(svc.page.url()).origin, svc.url)
    await svc.page.goto(svc.url)
    await svc.watch.settled()
    nothing()
  })

  test('dialogs and messages that name what they are about', async () => {
    const { id, name } = await svc.fixtures.make(kinds.team, { name: first })
    await svc.watch.visit(`/teams/${id}`)
    await svc.page.getByRole('button', { name: 'More actions' }).click()
    await svc.page.getByRole('menuitem', { name: 'Delete…' }).click()
    await shows(`Delete ${name}?`)
    await svc.watch.inspect()
    await svc.page.route('**/v1/teams/*', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: first, requestId: first } }),
    )
    await svc.page.getByRole('button', { name: 'Delete team' }).click()
    await svc.page.getByText(first).last().waitFor()
    await svc.watch.inspect()
    await svc.page.unroute('**/v1/teams/*')
    nothing()
  })

  test('an invitation shows who is invited, and by whom', async () => {
    const invited = await svc.page.request.post(`${svc.url}/auth/members`, {
      data: {
        email: `"><img/src=x/onerror=window.ran=1>@${elsewhere}.org`,
        role: 'viewer',
        displayName: first,
      },
      headers: { origin: svc.url },
    })
    const { link } = (await invited.json()) as { readonly link: string }
    const guest = await svc.browser.newPage()
    const watched = await watchPage(guest, svc.url)
    await guest.goto(`${svc.url}/join#${link}`)
    await watched.until(`document.querySelector('h1')?.textContent === ${JSON.stringify(`Join ${first}`)}`)
    await watched.inspect()
    await guest.close()
    assert.deepEqual(watched.troubles, [])
  })

  test('an external link sends no referrer and runs nothing', async () => {
    await svc.watch.visit(kinds.link.path)
    const outside = svc.page.locator(`main a[href*="${elsewhere}"]`)
    // Right after the address has changed nothing is being loaded yet, and the page before is still there.
    await outside.first().waitFor()
    for (const link of (await outside.all()).slice(0, 5)) {
      const opening = svc.page.context().waitForEvent('page')
      await link.click()
      const tab = await opening
      assert.equal(await tab.evaluate('window.opener'), null)
      await tab.close()
    }
    await svc.watch.inspect()
    nothing()
  })

  test('the policy alone stops anything that might get into a page', async () => {
    await svc.page.evaluate(`{
      const script = document.createElement('script')
      script.textContent = 'window.ran = 1'
      const away = document.createElement('script')
      away.src = 'https://evil.example/x.js'
      document.body.append(script, away)
      document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="window.ran=2"><a id=bad href="javascript:window.ran=3">x</a>')
      document.querySelector('#bad').click()
    }`)
    await svc.watch.until('true')
    assert.equal(await svc.page.evaluate('window.ran'), undefined)
    const stopped = svc.watch.troubles.splice(0).filter((one) => /Content Security Policy/.test(one))
    assert.ok(stopped.length >= 3, stopped.join('\n'))
  })
})

/** As somebody in a hurry would, who waits for nothing in between; says how many there were. */
const clickAll = (found: Locator, most = Number.POSITIVE_INFINITY): Promise<number> =>
  found.evaluateAll((all, count) => {
    const chosen = (all as unknown as readonly Clickable[]).slice(0, count)
    for (const one of chosen) one.click()
    return chosen.length
  }, most)

interface Clickable {
  click(): void
}
