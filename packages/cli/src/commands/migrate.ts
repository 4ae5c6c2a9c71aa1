import { existsSync } from 'node:fs'
import { defineAction } from '../command.ts'
import { Failure } from '../failure.ts'
import { print } from '../output.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { locationOf, withDatabase } from '../with-store.ts'

export const migrate = defineAction({
  details:
    'The server does this automatically when it starts; several may do it at once. Make a backup first.',
  options: {
    check: { type: 'boolean', about: 'Only list pending migrations; exit code 1 if there are any' },
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc migrate', 'before the servers of a new version start'],
    ['svc migrate --check --json', '{pending: […]}'],
  ],
  async run({ values, io }) {
    if (values.check) {
      await requireFile(locationOf(values))
      const pending = await withDatabase(values, (database) => database.pendingMigrations())
      const text = () => (pending.length === 0 ? 'Nothing is pending.' : `Pending: ${pending.join(', ')}.`)
      print(io, { json: values.json, value: { pending }, text })
      return pending.length === 0 ? 0 : 1
    }
    const applied = await withDatabase(values, (database) => database.migrate())
    const text = () =>
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
    print(io, { json: values.json, value: { applied }, text })
    return undefined
  },
})

/** Checking must not create anything. */
async function requireFile({ dataDir, databaseUrl }: ReturnType<typeof locationOf>): Promise<void> {
  const { databaseFile } = await import('@svc/server')
  if (databaseUrl || existsSync(databaseFile(dataDir))) return
  throw new Failure(`There is no database in ${dataDir} yet: "svc migrate" creates it.`)
}
