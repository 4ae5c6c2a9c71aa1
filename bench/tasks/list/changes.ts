import { demand } from '../demand.ts'
import type { Task } from '../task.ts'

const lockers = `apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: locker-firmware }
spec: { type: service, lifecycle: experimental }
`

export const changes: readonly Task[] = [
  {
    name: 'Who changed the tier of a project, and from what',
    async steps(person, world) {
      const { id } = demand(await world.find('projects', 'Tracking'), 'the project')
      await world.send('PATCH', `/projects/${id}`, { tier: 1 })
      await person.click(/^Search/)
      await person.type(person.page.getByRole('combobox', { name: 'Search everything' }), 'Tracking')
      await person.click(person.page.getByRole('option', { name: /^Tracking/ }).first())
      await person.click(person.tab('History'))
      const line = await person.read(/changed the tier/)
      demand(/Tier 2.*Tier 1|from 2 to 1/.test(line), 'the value before and after')
    },
  },
  {
    name: 'Undo an edit, and restore the version before another',
    async steps(person, world) {
      const rename = async (name: string): Promise<void> => {
        await person.click(person.link('Edit'))
        await person.type('Name', name)
        await person.click('Save changes')
        await person.read(person.page.getByRole('heading', { name, level: 1 }))
      }
      await person.click(person.place('Systems'))
      await person.click(person.link('Groundwork'))
      await rename('Foundations')
      await person.click('Undo')
      await person.read(person.page.getByRole('heading', { name: 'Groundwork', level: 1 }))
      await rename('Ground')
      await person.click(person.tab('History'))
      await person.click('Restore this version')
      await person.click(
        person.page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }),
      )
      await person.read(person.page.getByRole('heading', { name: 'Groundwork', level: 1 }))
      demand(await world.find('systems', 'Groundwork'), 'the name from before')
    },
  },
  {
    name: 'Switch to test data and back',
    async steps(person) {
      await person.click(person.button('Test'))
      await person.read(/Test data: nothing here is live/)
      await person.click('Back to live')
      await person.read('SLOs at risk')
    },
  },
  {
    name: 'Find something by a misspelt name',
    async steps(person) {
      await person.click(/^Search/)
      await person.type(person.page.getByRole('combobox', { name: 'Search everything' }), 'tarcking')
      await person.click(person.page.getByRole('option', { name: /^Tracking/ }).first())
      await person.read(person.page.getByRole('heading', { name: 'Tracking', level: 1 }))
    },
  },
  {
    name: 'Give twenty projects a tag',
    async steps(person, world) {
      await person.click(person.place('Projects'))
      const boxes = person.page.getByRole('checkbox', { name: /^Select (?!all)/ })
      await person.click(boxes.first())
      await person.click(boxes.nth(19), { modifiers: ['Shift'] })
      await person.read('20 selected')
      await person.click('Change tags')
      const dialog = person.page.getByRole('dialog')
      await person.type(dialog.getByLabel('Add'), 'audited,')
      await person.click(dialog.getByRole('button', { name: 'Change 20 projects' }))
      await person.read('20 projects changed.')
      const { facets } = (await world.get('/facets?kind=project')) as { facets: Record<string, unknown> }
      const tags = facets.tag as readonly { readonly value: string; readonly count: number }[]
      demand(tags.find(({ value }) => value === 'audited')?.count === 20, 'the tag on twenty')
    },
  },
  {
    name: 'Import a catalog, and take a list away as a file',
    async steps(person, world) {
      await person.click(person.place('Settings'))
      await person.click(person.link('Import and export'))
      await person.upload('Catalog files', 'catalog-info.yaml', lockers)
      await person.read('Nothing has been changed yet.')
      await person.click('Import')
      await person.read('Imported.')
      demand(await world.find('projects', 'locker-firmware'), 'the imported project')
      await person.click(person.place('Projects'))
      const csv = await person.download(() => person.click('Download as CSV'))
      demand(csv.includes('locker-firmware'), 'the project in the file')
    },
  },
]
