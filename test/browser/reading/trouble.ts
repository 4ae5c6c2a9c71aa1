import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const refusal = { code: 'internal', message: 'Something went wrong here.', requestId: 'req_seen' }

const refuse = (route: Route) =>
  route.fulfill({ status: 500, json: refusal, headers: { 'x-request-id': refusal.requestId } })

describe('when something goes wrong in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/')
  })
  after(() => svc.close())

  test('a page that cannot be shown says what to try, and which request id to look up in the log', async () => {
    await page.route('**/v1/teams?*', refuse)
    await page.goto(`${svc.url}/teams`)
    const main = page.getByRole('main')
    await main.getByText('req_seen').waitFor()
    await main.getByText('Try again. If the problem persists').waitFor()
    await page.unroute('**/v1/teams?*')
    await main.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
  })

  test('a record that is deleted elsewhere while it is open says so', async () => {
    const { record } = await svc.client.team.create({ name: 'Soon gone' })
    await page.goto(`${svc.url}/teams/${record.id}`)
    await page.getByRole('heading', { name: 'Soon gone' }).waitFor()
    await svc.client.team.delete(record.id)
    await page.getByRole('heading', { name: 'Team not found' }).waitFor()
    await page.getByRole('link', { name: 'All teams' }).click()
    await page.waitForURL(/teams$/)
  })

  test('a name that cannot be loaded is not shown as deleted', async () => {
    const team = await svc.client.team.create({ name: 'Named team' })
    await svc.client.project.create({ name: 'Owned', ownerTeamId: team.record.id })
    const refused = page.waitForResponse('**/v1/names?*')
    await page.route('**/v1/names?*', (route) =>
      route.fulfill({ status: 403, json: { ...refusal, code: 'forbidden' } }),
    )
    await page.goto(`${svc.url}/projects`)
    await refused
    await page.getByText(team.record.id).waitFor()
    assert.equal(await page.getByTitle('It was deleted, or you don’t have permission to see it.').count(), 0)
    await page.unroute('**/v1/names?*')
  })

  test('the rest of a list that cannot be loaded is requested once, then on demand', async () => {
    for (let n = 0; n < 130; n++) await svc.client.domain.create({ name: `Domain ${n}` })
    let asked = 0
    await page.route('**/v1/domains?*cursor=*', (route) => {
      asked++
      return route.fulfill({ status: 403, json: { ...refusal, code: 'forbidden' } })
    })
    await page.goto(`${svc.url}/domains`)
    await page.getByText('The rest of the list could not be loaded.').waitFor()
    // There is no signal that nothing is requested: wait long enough to be sure.
    await page.waitForTimeout(1_000)
    assert.equal(asked, 1)
    await page.unroute('**/v1/domains?*cursor=*')
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('130 domains').waitFor()
  })

  test('a browser without a network still reaches the server on its own machine', async () => {
    await page.goto(`${svc.url}/systems`)
    await page.getByRole('heading', { name: 'No systems yet' }).waitFor()
    // All that the browser says about it; this server is reached without a network.
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.getByRole('link', { name: 'Resources' }).click()
    await page.getByRole('heading', { name: 'No resources yet' }).waitFor()
    await page.evaluate("window.dispatchEvent(new Event('online'))")
  })

  test('an unknown URL says so, and an invalid filter can be removed', async () => {
    await page.goto(`${svc.url}/no/such/page`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.goto(`${svc.url}/apis?lifecycle=nonsense&sort=nothing&tab=7`)
    await page.getByRole('heading', { name: 'That didn’t work' }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Lifecycle' }).click()
    await page.getByRole('heading', { name: 'No APIs yet' }).waitFor()
  })
})
