import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Effort, NotPossible, Person } from './person.ts'
import type { Task } from './task.ts'
import { type Server, worldOn } from './world.ts'

export interface Result extends Effort {
  readonly name: string
  readonly outcome: 'reached' | 'stuck' | 'not possible'
  readonly seconds: number
  /** Why it was not reached. */
  readonly why?: string
}

interface Setting {
  readonly browser: Browser
  readonly server: Server
  /** The checkout whose program starts further servers. */
  readonly tree: string
  /** Where a picture of the end of each task goes. */
  readonly pictures: string | undefined
}

/** Does one task in a browser of its own, from the home page. */
export async function perform(task: Task, number: number, setting: Setting): Promise<Result> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const world = await worldOn(setting.server, { ...setting, atEnd: (end) => ends.unshift(end) })
    const page = await world.open(task.device)
    await page.goto(setting.server.url)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const person = new Person(page)
    person.begin()
    const failure = await task.steps(person, world).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    const { seconds } = person
    if (setting.pictures) await photograph(person, join(setting.pictures, `${number}.png`))
    return {
      name: task.name,
      outcome: !failure ? 'reached' : failure instanceof NotPossible ? 'not possible' : 'stuck',
      ...person.effort,
      seconds,
      ...(failure && { why: firstLines(failure.message) }),
    }
  } finally {
    for (const end of ends) await end()
  }
}

async function photograph({ page }: Person, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await page.screenshot({ path }).catch(() => undefined)
}

const firstLines = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, 3).join(' ').slice(0, 300)
