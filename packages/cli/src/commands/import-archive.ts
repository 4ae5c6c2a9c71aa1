import { defineCommand } from '../command.ts'
import { counted } from '@svc/model'
import { Failure } from '../failure.ts'
import { isInUseElsewhere } from '../in-use.ts'
import { print } from '../output.ts'
import { progressOn } from '../progress-line.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { locationOf, withNewStore } from '../with-store.ts'

export const importArchive = defineCommand({
  name: 'archive',
  summary: 'Load an organisation exported with "svc export --format json".',
  details: `It keeps its ids, times, history and credentials. Either everything is loaded or nothing. The store must not contain the
organisation yet; it is created if it does not exist. On SQLite, stop the server first.`,
  operands: [{ value: 'DIR', about: 'the folder of the archive' }],
  options: { ...storeOptions, ...jsonOption },
  examples: [
    ['svc import archive acme --database-url postgres://svc@db/svc', 'into PostgreSQL'],
    ['svc import archive acme --data-dir /var/lib/svc --json', '{organisationId, name, entries}'],
  ],
  async run({ values, operands: [dir = ''], io }) {
    const server = await import('@svc/server')
    const location = locationOf(values)
    // Before anything else: a mistyped folder must not create an empty database.
    const manifest = await server.checkArchive(dir)
    if (isInUseElsewhere(server, location)) {
      throw new Failure(
        `Another process has the database in ${location.dataDir} open: stop the server first.`,
      )
    }
    const progress = progressOn(io)
    await withNewStore(values, ({ store }) =>
      server.loadArchive(store, { dir, manifest, onProgress: progress.show }),
    ).finally(progress.clear)
    const { organisation, files } = manifest
    const entries = files.reduce((sum, file) => sum + file.entries, 0)
    print(io, {
      json: values.json,
      value: { organisationId: organisation.id, name: organisation.name, entries },
      text: () =>
        `Loaded ${organisation.name} (${organisation.id}): ${counted(entries, 'entry')}. Its secrets need the master key of the store they come from.`,
    })
    return undefined
  },
})
