import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('a rota in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let bindingId = ''
  const problems: string[] = []

  before(async () => {
    svc = await newConsole()
    const { record } = await svc.client.team.create({ name: 'Night shift' })
    page = await svc.open(`/oncall/bindings/new?scope=team&targetId=${record.id}`)
    page.on('pageerror', ({ message }) => problems.push(message))
  })
  after(() => svc.close())

  test('the form asks for a rota if there is no provider, and otherwise only for what the provider needs', async () => {
    await page.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'PagerDuty' }).click()
    await page.getByLabel('Service (optional)').waitFor()
    await page.getByLabel('Schedule (optional)').waitFor()
    assert.equal(await page.getByRole('group', { name: 'Rota' }).count(), 0)
    await page.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'Opsgenie' }).click()
    await page.getByLabel('Schedule', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Service (optional)').count(), 0)
    await page.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'manual' }).click()
    await page.getByRole('group', { name: 'Rota' }).waitFor()
    assert.equal(await page.getByLabel(/^Schedule/).count(), 0)
  })

  test('errors are shown next to the person, the zone and the day they are about', async () => {
    await page.getByLabel('Label (optional)').fill('Nights')
    const people = page.getByRole('group', { name: 'People', exact: true })
    await people.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Create on-call binding' }).click()
    await page.getByText('Choose a member.').waitFor()
    const first = page.getByRole('group', { name: 'People 1' })
    await first.getByLabel('Member').fill('Ines')
    await page.getByRole('option', { name: 'Ines Duarte' }).click()
    await people.getByRole('button', { name: 'Add' }).click()
    const second = page.getByRole('group', { name: 'People 2' })
    await second.getByLabel('Who').click()
    await page.getByRole('option', { name: 'Somebody else' }).click()
    await second.getByLabel('Name').fill('Night desk')
    await second.getByLabel('E-mail').fill('nobody')
    await page.getByRole('checkbox', { name: /^Rotation/ }).check()
    const zone = await page.evaluate<string>('new Intl.DateTimeFormat().resolvedOptions().timeZone')
    assert.equal(await page.getByLabel('Time zone').inputValue(), zone)
    await page.getByRole('button', { name: 'Create on-call binding' }).click()
    await second.getByText('Must be an e-mail address such as ada@example.com.').waitFor()
    await second.getByLabel('E-mail').fill('desk@example.com')
    await second.getByLabel('Phone').fill('+49 30 5550 100')
    await page.getByLabel('Time zone').fill('Europe/Nowhere')
    await page.getByRole('button', { name: 'Create on-call binding' }).click()
    await page.getByText('Must be a time zone such as Europe/Berlin, or UTC, not "Europe/Nowhere".').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Berlin')
  })

  test('once it is created, its page says who is on call, until when and who is next', async () => {
    await page.getByLabel('Days in a turn').fill('14')
    await page.getByLabel('Time', { exact: true }).fill('10:30')
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'Create on-call binding' }).click()
    bindingId = String(((await (await made).json()) as { readonly id: string }).id)
    await page.goto(`${svc.url}/oncall/bindings/${bindingId}`)
    const now = cardOf(page, 'On call now')
    await now.getByRole('link', { name: 'Ines Duarte' }).waitFor()
    await now.getByText('Until', { exact: true }).waitFor()
    await now.getByText('Night desk').waitFor()
    const rota = cardOf(page, 'Rota')
    await rota.getByText('every 14 days, handed over on Mondays at 10:30 Europe/Berlin').waitFor()
    await rota.getByRole('link', { name: '+49 30 5550 100' }).waitFor()
    assert.equal(await page.getByText('has not been contacted').count(), 0)
    const { record } = await svc.client.oncallBinding.read(bindingId)
    assert.equal(record.currentlyOnCallUserName, 'Ines Duarte')
    assert.deepEqual(record.manual?.people[1], {
      name: 'Night desk',
      email: 'desk@example.com',
      phone: '+49 30 5550 100',
    })
  })

  test('for a rota, the page does not mention a provider', async () => {
    await page.getByRole('button', { name: 'Recalculate who is on call' }).click()
    await page.getByText('Ines Duarte is on call.').first().waitFor()
  })

  test('somebody stands in, and then the rota is over', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    const overrides = page.getByRole('group', { name: 'Overrides (optional)' })
    await overrides.getByRole('button', { name: 'Add' }).click()
    const one = page.getByRole('group', { name: 'Overrides 1' })
    await one.getByLabel('From').fill(localTime(-1))
    await one.getByLabel('To').fill(localTime(-2))
    await one.getByLabel('Who').click()
    await page.getByRole('option', { name: 'Somebody else' }).click()
    await one.getByLabel('Name').fill('Stand-in Sam')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await one.getByText('Must be later than from.').waitFor()
    await one.getByLabel('To').fill(localTime(1))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await cardOf(page, 'On call now').getByText('Stand-in Sam').waitFor()

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('group', { name: 'Overrides 1' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('checkbox', { name: /^Rotation/ }).uncheck()
    await page.getByLabel('Until (optional)').fill(localTime(-1))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await cardOf(page, 'On call now').getByText('The rota ended on').waitFor()
    const { record } = await svc.client.oncallBinding.read(bindingId)
    assert.deepEqual(Object.keys(record.manual ?? {}).toSorted(), ['overrides', 'people', 'until'])
    assert.equal(record.currentlyOnCallUserName, null)
  })

  test('its team says that nobody is on call, and why; a rota can be removed again', async () => {
    const { record } = await svc.client.oncallBinding.read(bindingId)
    await page.goto(`${svc.url}/teams/${record.targetId}`)
    await cardOf(page, 'On call now').getByText('Nobody: The rota ended on').waitFor()
    await page.goto(`${svc.url}/oncall/bindings/${bindingId}/edit`)
    await page.getByLabel('Until (optional)').fill('')
    for (const name of ['People 2', 'People 1'])
      await page.getByRole('group', { name }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('There is no rota yet.').waitFor()
    assert.equal((await svc.client.oncallBinding.read(bindingId)).record.manual, null)
    assert.equal(await page.getByRole('button', { name: 'Recalculate who is on call' }).count(), 0)
  })

  test('a person who was deactivated in the meantime is rejected in place, with the message of the server', async () => {
    const headers = { origin: svc.url }
    const data = { email: 'vera@example.com', role: 'member', displayName: 'Vera Lind' }
    const { user } = await page.request
      .post(`${svc.url}/auth/members`, { data, headers })
      .then((answer) => answer.json())
    await page.goto(`${svc.url}/oncall/bindings/${bindingId}/edit`)
    await page
      .getByRole('group', { name: 'People', exact: true })
      .getByRole('button', { name: 'Add' })
      .click()
    const first = page.getByRole('group', { name: 'People 1' })
    await first.getByLabel('Member').fill('Vera')
    await page.getByRole('option', { name: 'Vera Lind' }).click()
    await page.request.patch(`${svc.url}/auth/members/${user.id}`, { data: { isActive: false }, headers })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await first.getByText(/deactivated/).waitFor()
    assert.equal(await first.getByLabel('Member').getAttribute('aria-invalid'), 'true')
  })

  test('a binding without anyone on call says so, and does not ask for another binding', async () => {
    const { record } = await svc.client.project.create({ name: 'Bread' })
    await page.goto(`${svc.url}/projects/${record.id}`)
    const now = page.getByRole('region', { name: 'People' })
    await now.getByRole('link', { name: 'Set on-call' }).waitFor()
    const binding = { scope: 'component', targetId: record.id, provider: 'manual' } as const
    await svc.client.oncallBinding.create(binding)
    await page.reload()
    await now.getByRole('link', { name: 'Nobody' }).waitFor()
    assert.equal(await now.getByRole('link', { name: 'Set on-call' }).count(), 0)
  })

  test('nothing went wrong in the page along the way', () => {
    assert.deepEqual(problems, [])
  })
})

const cardOf = (page: Page, title: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

const dayMs = 86_400_000

/** As an input for a moment takes it. The browser has the time zone of its machine, as this process does. */
function localTime(daysLater: number): string {
  const at = new Date(Date.now() + daysLater * dayMs)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
