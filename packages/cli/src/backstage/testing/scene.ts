import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Imported, partitionIdOf } from '@svc/server'
import { type TestApp, type TestOrganisation, rowsIn } from '@svc/server/testing'
import { jsonOf, runSvc, scratchDir } from '../../testing/run-svc.ts'
import type { ImportResult } from '../result.ts'

/** A catalog in the shape of Backstage's own example, about a harbour. */
export const harbour = join(import.meta.dirname, 'catalog')

export interface Scene {
  readonly org: TestOrganisation
  readonly dir: string
  readonly location: TestApp['location']
  /** Writes files of a source; null removes one. */
  write(files: Readonly<Record<string, string | null>>): Promise<void>
  run(...args: readonly string[]): ReturnType<typeof runSvc>
  import(...args: readonly string[]): Promise<ImportResult>
  listed(): Promise<readonly Imported[]>
  /** The current log position and revision of the live data. */
  stand(): Promise<{ readonly revision: number; readonly seq: number }>
}

/** A new organisation on a running server, and a folder for what is imported into it. */
export async function sceneOn(app: TestApp, t: TestContext): Promise<Scene> {
  const org = await app.organisation()
  const dir = await scratchDir(t)
  const { dataDir, databaseUrl } = app.location
  const env = { SVC_DATA_DIR: dataDir, ...(databaseUrl !== undefined && { SVC_DATABASE_URL: databaseUrl }) }
  const command = (args: readonly string[]) => ['import', 'backstage', '--org', org.id, ...args]
  return {
    org,
    dir,
    location: app.location,
    async write(files) {
      for (const [name, text] of Object.entries(files)) {
        const path = join(dir, name)
        await mkdir(dirname(path), { recursive: true })
        if (text === null) await rm(path)
        else await writeFile(path, text)
      }
    },
    run: (...args) => runSvc(command(args), { env, cwd: dir }),
    import: (...args) => jsonOf<ImportResult>(command(args), { env, cwd: dir }),
    listed: () => jsonOf<readonly Imported[]>(command(['--list']), { env, cwd: dir }),
    async stand() {
      const [row] = await rowsIn(app.store, 'select revision, last_seq from partitions where id = ?', [
        partitionIdOf(org.id, 'live'),
      ])
      return { revision: Number(row?.revision), seq: Number(row?.last_seq) }
    },
  }
}

/** One document; `spec` and `more` are lines of YAML as they appear below their key. */
export const entity = (kind: string, name: string, spec = 'type: service', more = ''): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${indented(more)}spec:\n${indented(spec)}`

const indented = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${line}\n`)
    .join('')
