import type { Locator } from 'playwright-core'
import { demand } from '../demand.ts'
import type { Person } from '../person.ts'
import type { Task } from '../task.ts'

const runbook = `# Lockers do not open

| step | who |
| --- | --- |
| Restart the gateway | whoever is on call |

\`\`\`sh
svc doctor
\`\`\`

\`\`\`mermaid
flowchart LR
  locker[Locker] --> gateway[Gateway]
\`\`\`
`

export const working: readonly Task[] = [
  {
    name: 'Triage two issues with the mouse',
    async steps(person, world) {
      await person.click(person.place('Issues'))
      for (const title of ['Waste by hub and day', 'Share link opens the browser instead of the app']) {
        const row = rowOf(person, title)
        await change(person, row, 'severity', 'critical')
        await change(person, row, 'status', 'triaged')
        const changed = async () => {
          const issue = await world.find('issues', title)
          return issue?.severity === 'critical' && issue.status === 'triaged'
        }
        await person.until(changed, `the severity and status of ${title}`)
      }
    },
  },
  {
    name: 'Triage two issues with the keyboard',
    async steps(person, world) {
      await person.press('g', 'i')
      const titles = await firstTitles(person, 2)
      for (const [place, title] of titles.entries()) {
        await person.press('j')
        await person.press('e')
        // It begins with the project, and is where it was left from then on.
        if (place === 0) {
          await person.page.getByRole('dialog').waitFor()
          await person.press('Escape')
          await person.page.getByRole('dialog').waitFor({ state: 'detached' })
          await person.press('Tab')
          await person.press('Enter')
        }
        await person.page.getByRole('menu').waitFor()
        await person.typeHere('blocker')
        await person.press('Enter')
        const changed = async () => (await world.find('issues', title))?.severity === 'blocker'
        await person.until(changed, `the severity of ${title}`)
      }
    },
  },
  {
    name: 'Write a runbook with a table, code and a diagram',
    async steps(person, world) {
      await person.click(person.place('Runbooks'))
      await person.click(person.link('New runbook'))
      await person.type('Title', 'Lockers do not open')
      await person.type(person.page.getByRole('textbox', { name: 'Text', exact: true }), runbook)
      await person.type('Runbook type', 'incident_response')
      await person.pick('Linked projects', 'Tracking')
      await person.click('Create runbook')
      await person.read(person.page.getByRole('heading', { name: 'Lockers do not open', level: 1 }))
      const main = person.page.getByRole('main')
      await person.read(main.getByRole('cell', { name: 'Restart the gateway' }))
      await person.read(main.getByText('svc doctor'))
      await main.getByRole('img', { name: /^Diagram/ }).waitFor()
      demand(await world.find('runbooks', 'Lockers do not open'), 'the runbook')
    },
  },
  {
    name: 'What fails a scorecard, as a list to hand over',
    async steps(person) {
      await person.click(person.place('Scorecards'))
      await person.click(person.link('Last mile basics'))
      await person.read('What to do next')
      const csv = await person.download(() => person.click('Download as CSV'))
      demand(/telemetry-series.*A team owns it/.test(csv), 'the failed rules of each')
    },
  },
]

const rowOf = ({ page }: Person, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

async function change(person: Person, row: Locator, field: string, value: string): Promise<void> {
  await row.hover()
  await person.click(row.getByRole('button', { name: new RegExp(`^Change ${field} of `) }))
  await person.click(person.page.getByRole('menuitemradio', { name: value }))
}

async function firstTitles({ page }: Person, count: number): Promise<readonly string[]> {
  const links = page.getByRole('region', { name: 'Rows' }).getByRole('rowheader').getByRole('link')
  await links.nth(count).waitFor()
  return (await links.allInnerTexts()).slice(0, count)
}
