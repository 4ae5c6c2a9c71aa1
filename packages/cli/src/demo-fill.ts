import { kinds, type Mode } from '@svc/model'
import type { Io } from './command.ts'
import type { Organisation } from './organisation.ts'
import { progressOn } from './progress-line.ts'
import type { Opened } from './with-store.ts'

export interface Filling {
  readonly mode: Mode
  readonly seed?: number
  readonly times?: number
}

/** Fills an organisation with the demo catalog; returns how many of each were created. */
export async function fill(
  { store }: Opened,
  organisation: Organisation,
  { filling, io }: { readonly filling: Filling; readonly io: Io },
): Promise<Readonly<Record<string, number>>> {
  const { seedDemo } = await import('./demo/seed.ts')
  const progress = progressOn(io)
  const made = await seedDemo(store, {
    organisationId: organisation.id,
    ...filling,
    onProgress: progress.show,
  })
  progress.clear()
  return made
}

/** For `serve --demo`: the first organisation, unless it already has projects. */
export async function fillFirst(opened: Opened, io: Io): Promise<void> {
  const [first] = await opened.store.run(opened.server.listOrganisations)
  if (!first || (await hasProjects(opened, first, 'live'))) return
  io.err('Filling it with a demo catalog …\n')
  await fill(opened, first, { filling: { mode: 'live' }, io })
}

export async function hasProjects(
  { store }: Opened,
  { partitions }: Organisation,
  mode: Mode,
): Promise<boolean> {
  return (await store.records(partitions[mode]).list(kinds.project, { where: [], limit: 1 })).length > 0
}
