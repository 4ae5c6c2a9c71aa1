import { demand } from '../demand.ts'
import type { Task } from '../task.ts'

export const answers: readonly Task[] = [
  {
    name: 'Who is on call for what breaks if a database fails',
    async steps(person) {
      await person.click(/^Search/)
      await person.type(person.page.getByRole('combobox', { name: 'Search everything' }), 'payments-db')
      await person.click(person.page.getByRole('option', { name: /^payments-db/ }).first())
      await person.click(person.tab('Dependencies'))
      await person.click(person.link('Show impact if it fails'))
      const panel = person.page.getByRole('complementary', { name: 'Impact' })
      await person.read(panel.getByText(/entities are affected/))
      const named = await person.read(panel)
      for (const name of ['Yusuf Adeyemi', 'Rafael Ortiz']) demand(named.includes(name), `${name} is named`)
    },
  },
  {
    name: 'The three worst SLOs, and why',
    async steps(person) {
      // The home page says which, and by how much.
      const worst = person.page.getByRole('listitem').filter({ hasText: 'of budget' })
      await worst.nth(2).waitFor()
      const names = await Promise.all(
        [0, 1, 2].map((place) => worst.nth(place).getByRole('link').first().innerText()),
      )
      await person.click(person.place('SLOs'))
      await person.click(person.link('Review'))
      for (const name of names) {
        const line = person.page.getByRole('listitem').filter({ has: person.link(name) })
        demand(/measured, target .*used/s.test(await person.read(line)), `why ${name} is as it is`)
      }
    },
  },
  {
    name: 'What two teams cost, beside each other',
    async steps(person) {
      await person.click(person.place('Costs'))
      for (const team of ['Checkout', 'Payments']) {
        const row = person.page
          .getByRole('row')
          .filter({ has: person.page.getByRole('link', { name: team, exact: true }) })
        demand(/\$[\d,]+/.test(await person.read(row)), `what ${team} costs`)
      }
    },
  },
]
