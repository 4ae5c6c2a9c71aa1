import { layCable } from '../../../test/browser/cable.ts'
import { demand } from '../demand.ts'
import type { Person } from '../person.ts'
import type { Task } from '../task.ts'
import { setUp, type World } from '../world.ts'

const many = 10_000

export const trouble: readonly Task[] = [
  {
    name: 'On a phone at night: who is on call, and what broke last',
    device: 'phone',
    async steps(person) {
      await person.click('Search')
      await person.type(person.page.getByRole('combobox', { name: 'Search everything' }), 'Tracking')
      await person.click(person.page.getByRole('option', { name: /^Tracking/ }).first())
      const onCall = person.page.getByRole('region', { name: 'People' }).getByRole('link', { name: /^\+/ })
      demand(/^tel:/.test(String(await onCall.first().getAttribute('href'))), 'a number to call')
      await person.read(/Last deployment/)
      demand(await fits(person), 'nothing is wider than the screen')
    },
  },
  {
    name: 'Edit what somebody else is editing',
    async steps(person, world) {
      await person.click(person.place('Domains'))
      await person.click(person.link('Shopping'))
      await person.click(person.link('Edit'))
      await person.type('Description', 'What people see and buy.')
      const { id } = demand(await world.find('domains', 'Shopping'), 'the domain')
      await world.send('PATCH', `/domains/${id}`, { description: 'Everything in the shop.' })
      await person.click('Save changes')
      const dialog = person.page.getByRole('dialog')
      await person.read(dialog.getByText('Everything in the shop.'))
      await person.read(dialog.getByText('What people see and buy.'))
      await person.click(dialog.getByRole('button', { name: /mine/ }).last())
      const isMine = async () =>
        (await world.get(`/domains/${id}`)).description === 'What people see and buy.'
      await person.until(isMine, 'the description that was chosen')
    },
  },
  {
    name: 'Go on after the session has ended while typing',
    async steps(person, world) {
      await person.click(person.place('Teams'))
      await person.click(person.link('New team'))
      await person.type('Name', 'Night Shift')
      await person.page.context().clearCookies()
      await person.click('Create team')
      await signInAgain(person, world)
      if (!(await world.find('teams', 'Night Shift'))) await person.click('Create team')
      await person.read(person.page.getByRole('heading', { name: 'Night Shift', level: 1 }))
      demand(await world.find('teams', 'Night Shift'), 'the team')
    },
  },
  {
    name: 'Go on after the server was down while typing',
    async steps(person, world) {
      const cable = await layCable(world.server.url)
      world.atEnd(() => cable.cut().catch(() => undefined))
      const page = await world.open(undefined, cable.url)
      person.goOn(page)
      await page.goto(cable.url)
      person.begin()
      await person.click(person.place('Teams'))
      await person.click(person.link('New team'))
      await person.type('Name', 'Early Birds')
      await cable.cut()
      await person.click('Create team')
      await person.read(/can(’|')t be reached|cannot be reached|Couldn’t reach/)
      await cable.mend()
      const isThere = person.page.getByRole('heading', { name: 'Early Birds', level: 1 })
      if (!(await person.sees(isThere, 8_000))) await person.click('Create team')
      await person.read(person.page.getByRole('heading', { name: 'Early Birds', level: 1 }))
      demand(await world.find('teams', 'Early Birds'), 'the team')
    },
  },
  {
    name: `Find and edit one of ${many.toLocaleString('en')} records`,
    async steps(person, world) {
      const large = await world.startEmpty()
      await setUp(large)
      const there = await world.on(large)
      await fill(there)
      const page = await world.open(undefined, large.url)
      person.goOn(page)
      await page.goto(large.url)
      person.begin()
      await person.click(person.place('Resources'))
      await person.type(person.page.getByLabel('Search resources'), 'store-07342')
      await person.click(person.link('store-07342'))
      await person.click(person.link('Edit'))
      await person.type('Description', 'The orders of 2019.')
      await person.click('Save changes')
      await person.read(person.page.getByRole('heading', { name: 'store-07342', level: 1 }))
      const found = await there.find('resources', 'store-07342')
      demand(found?.description === 'The orders of 2019.', 'the description')
    },
  },
  {
    name: 'Add a team without a mouse',
    async steps(person, world) {
      await person.press('g', 't')
      await person.read(person.page.getByRole('heading', { name: 'Teams', level: 1 }))
      await person.press('c')
      await person.page.getByRole('heading', { name: 'New team' }).waitFor()
      await person.typeHere('Keyboards')
      await person.press('Enter')
      await person.read(person.page.getByRole('heading', { name: 'Keyboards', level: 1 }))
      demand(await world.find('teams', 'Keyboards'), 'the team')
      demand(person.effort.clicks === 0, 'no click')
    },
  },
  {
    name: 'Find an owner on a slow network',
    async steps(person) {
      const session = await person.page.context().newCDPSession(person.page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
      })
      await session.send('Network.clearBrowserCache')
      await person.page.reload({ waitUntil: 'commit' })
      await person.click(/^Search/)
      await person.type(person.page.getByRole('combobox', { name: 'Search everything' }), 'Rider App')
      await person.click(person.page.getByRole('option', { name: /^Rider App/ }).first())
      await person.read(person.page.getByRole('main').getByRole('link', { name: 'Delivery', exact: true }))
    },
  },
  {
    name: 'Read an SLO at 200 %, and print it',
    device: 'zoomed',
    async steps(person) {
      await person.click('Search')
      await person.type(
        person.page.getByRole('combobox', { name: 'Search everything' }),
        'Checkout goes through',
      )
      await person.click(person.page.getByRole('option', { name: /^Checkout goes through/ }).first())
      const why = /was measured/
      await person.read(person.page.getByRole('main').getByText(why))
      demand(await fits(person), 'nothing is wider than the window')
      await person.page.emulateMedia({ media: 'print' })
      demand(!(await person.place('Home').isVisible()), 'no navigation on paper')
      demand(await person.page.getByRole('main').getByText(why).first().isVisible(), 'the text on paper')
      const pdf = await person.page.pdf({ format: 'A4' })
      demand(pdf.length > 1_000, 'the pages')
    },
  },
]

async function signInAgain(person: Person, { server }: World): Promise<void> {
  const dialog = person.page.getByRole('dialog')
  await person.type(dialog.getByLabel('Password'), server.password)
  await person.click(dialog.getByRole('button', { name: /^Sign in and/ }))
  await dialog.waitFor({ state: 'detached' })
}

async function fill(world: World): Promise<void> {
  const numbers = Array.from({ length: many }, (_, n) => n).values()
  const create = async (): Promise<void> => {
    for (const n of numbers)
      await world.send('POST', '/resources', {
        name: `store-${String(n).padStart(5, '0')}`,
        kind: 'database',
      })
  }
  await Promise.all(Array.from({ length: 8 }, create))
}

const fits = ({ page }: Person): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')
