import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const dayMs = 86_400_000

/** Monday of this week, in the time zone of the browser, at an hour of the day. */
const monday = (offsetDays: number, hour = 0): Date => {
  const now = new Date()
  const sinceMonday = (now.getDay() + 6) % 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday + offsetDays, hour)
}

describe('the week of on-call', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const { user } = await svc.client.call('getMe')
    const uid = user?.id ?? ''
    const contacts = [
      { type: 'phone', value: '+49 30 5550 100' },
      { type: 'chat', value: 'https://chat.example.com/ines' },
    ] as const
    await svc.client.call('setContacts', { params: { uid }, body: { contacts } })
    const channelUrl = 'https://chat.example.com/payments'
    const payments = await svc.client.team.create({ name: 'Payments', slackChannel: '#pay', channelUrl })
    await svc.client.team.create({ name: 'Search' })
    const until = monday(9, 12).toISOString()
    const overrides = [
      { from: monday(8).toISOString(), to: monday(9).toISOString(), person: { name: 'Stand-in Sam' } },
    ]
    await svc.client.oncallBinding.create({
      ...{ scope: 'team', targetId: payments.record.id, provider: 'manual', label: 'Nights' },
      manual: { people: [{ uid }], until, overrides },
    })
    page = await svc.open('/')
  })
  after(() => svc.close())

  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

  test('who is on call now can be called with one click, and a team without on-call leads to setting it', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'On call' }).click()
    await page.getByRole('heading', { name: 'On call', level: 1 }).waitFor()
    const call = rowOf('Payments').getByRole('link', { name: '+49 30 5550 100' })
    await call.first().waitFor()
    assert.equal(await call.first().getAttribute('href'), 'tel:+49305550100')
    const channel = rowOf('Payments').getByRole('link', { name: '#pay' })
    assert.equal(await channel.getAttribute('href'), 'https://chat.example.com/payments')
    const set = rowOf('Search').getByRole('link', { name: 'Set on-call' })
    assert.match((await set.getAttribute('href')) ?? '', /\/oncall\/bindings\/new\?.*team_/)
    assert.equal(await page.getByText('Nobody is on call at some times').count(), 0)
  })

  test('a gap of next week is said in words, and handovers are listed', async () => {
    await page.getByRole('link', { name: 'Next week' }).click()
    await page.getByText('Nobody is on call at some times of this week.').waitFor()
    await page.getByText(/because the rota has ended/).waitFor()
    await rowOf('Payments').getByText('Stand-in Sam (stands in)').waitFor()
    await page.getByText(/Ines Duarte to Stand-in Sam/).waitFor()
    await page.getByRole('link', { name: 'This week' }).press('Enter')
    await page.getByText('Nobody is on call at some times').waitFor({ state: 'detached' })
  })

  test('the page of a person is about their work and how to reach them', async () => {
    const { user } = await svc.client.call('getMe')
    await page.goto(`${svc.url}/users/${user?.id}`)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: '+49 30 5550 100' }).waitFor()
    await main.getByText('In the rota of (1)').waitFor()
    await main
      .getByText(/^until /)
      .first()
      .waitFor()
    await main.getByRole('link', { name: 'Payments' }).first().waitFor()
    assert.equal(await main.getByText('Avatar').count(), 0)
  })

  test('on a phone nothing is cut off, and the week is a list', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const next = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
    await page.goto(`${svc.url}/oncall?week=${next}`)
    await page.getByRole('link', { name: /Nobody: the rota has ended/ }).waitFor()
    const wider = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.equal(wider, 0)
  })
})
