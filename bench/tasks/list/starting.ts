import type { Task } from '../task.ts'
import { demand } from '../demand.ts'

export const starting: readonly Task[] = [
  {
    name: 'Set svc up, to the first useful page',
    async steps(person, world) {
      const { url, setupLink, password } = await world.startEmpty()
      await person.page.context().clearCookies()
      await person.visit(`${url}/setup#${setupLink}`)
      await person.type('Organisation', 'Brambling')
      await person.type('Your name', 'Ines Duarte')
      await person.type('E-mail', 'ines@example.com')
      await person.type('Password', password)
      await person.click(/^(Set up|Create|Continue)/)
      if (await person.sees(person.button('Copy'))) await person.click(/^(Continue|Open|Go)/)
      await person.read(person.page.getByRole('heading', { name: 'First steps' }))
    },
  },
  {
    name: 'Add a team',
    async steps(person, world) {
      await person.click(person.place('Teams'))
      await person.click(person.link('New team'))
      await person.type('Name', 'Parcel Lockers')
      await person.click('Create team')
      await person.read(person.page.getByRole('heading', { name: 'Parcel Lockers' }))
      demand(await world.find('teams', 'Parcel Lockers'), 'the team')
    },
  },
  {
    name: 'Add a project that a team owns',
    async steps(person, world) {
      await person.click(person.place('Projects'))
      await person.click(person.link('New project'))
      await person.type('Name', 'Locker Service')
      await person.pick('Owner team', 'Delivery')
      await person.click('Create project')
      await person.read(person.page.getByRole('heading', { name: 'Locker Service' }))
      const project = await world.find('projects', 'Locker Service')
      demand(project?.ownerTeamId === (await world.find('teams', 'Delivery'))?.id, 'its owner')
    },
  },
  {
    name: 'Add an API with its specification',
    async steps(person, world) {
      const specUrl = `${world.server.url}/v1/openapi.json`
      await person.click(person.place('APIs'))
      await person.click(person.link('New API'))
      await person.type('Name', 'Locker API')
      await person.pick('Project', 'Tracking')
      await person.type('Spec URL', specUrl)
      await person.click('Create API')
      await person.read(person.page.getByRole('heading', { name: 'Locker API' }))
      await person.click(person.link('Spec'))
      await person.read(person.page.getByRole('heading', { name: 'svc', exact: false }))
    },
  },
  {
    name: 'Add a dependency to a project',
    async steps(person, world) {
      await person.click(person.place('Projects'))
      await person.click(person.link('Label Printer'))
      await person.click(person.tab('Dependencies'))
      await person.click(person.link('Depends directly on: add'))
      await person.choose('To kind', 'Project')
      await person.pick('To', 'Stock')
      await person.click(/^Create dependency/)
      const printer = demand(await world.find('projects', 'Label Printer'), 'the project')
      const stock = demand(await world.find('projects', 'Stock'), 'the other project')
      const { dependencies } = await world.get(`/dependencies?fromId=${printer.id}&toId=${stock.id}`)
      demand(Array.isArray(dependencies) && dependencies.length === 1, 'the dependency')
    },
  },
]
