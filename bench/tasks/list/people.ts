import { demand } from '../demand.ts'
import type { Person } from '../person.ts'
import type { Task } from '../task.ts'
import type { World } from '../world.ts'

export const people: readonly Task[] = [
  {
    name: 'Invite a person',
    async steps(person, world) {
      await openSettings(person, 'Members')
      await person.click('Invite')
      await person.type('E-mail', 'petra@example.com')
      await person.click('Create invite link')
      await person.read(/\/join#/)
      demand(await member(world, 'petra@example.com'), 'the member')
    },
  },
  {
    name: 'Change a role',
    async steps(person, world) {
      await openSettings(person, 'Members')
      await person.choose('Role of Ruth Abara', 'Admin')
      await person.until(async () => (await member(world, 'Ruth Abara'))?.role === 'admin', 'the role')
    },
  },
  {
    name: 'Deactivate a member',
    async steps(person, world) {
      await openSettings(person, 'Members')
      await person.click('Actions for Viktor Hale')
      await person.click(person.page.getByRole('menuitem', { name: 'Deactivate' }))
      await person.click(person.page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }))
      const isGone = async () => (await member(world, 'Viktor Hale'))?.deactivatedAt !== null
      await person.until(isGone, 'the deactivation')
    },
  },
  {
    name: 'Create a token',
    async steps(person) {
      await openSettings(person, 'Access tokens')
      await person.click('New token')
      await person.type('Name', 'Reports')
      await person.click('Create')
      await person.read(/svc_pat_live_\w{20,}/)
      await person.click(person.page.getByRole('dialog').getByRole('button', { name: /Copy/ }))
    },
  },
]

async function openSettings(person: Person, section: string): Promise<void> {
  await person.click(person.place('Settings'))
  await person.click(person.link(section))
}

async function member(world: World, name: string): Promise<Record<string, unknown> | undefined> {
  const { users } = await world.get('/users?limit=200')
  return (users as readonly Record<string, unknown>[]).find(
    (user) => user.displayName === name || user.email === name,
  )
}
