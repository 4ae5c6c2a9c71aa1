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
  summary: 'Load an organisation exported with "svc export --format json", or downloaded in the console.',
  details: `It keeps its ids, times and history, and its credentials where the archive has them: one that was downloaded has none,
and the command says what to do then. Either everything is loaded or nothing. The store must not contain the
organisation yet; it is created if it does not exist. On SQLite, stop the server first.`,
  operands: [{ value: 'ARCHIVE', about: 'the folder of the archive, or the zip file' }],
  options: { ...storeOptions, ...jsonOption },
  examples: [
    ['svc import archive acme --database-url postgres://svc@db/svc', 'into PostgreSQL'],
    ['svc import archive acme-2026-11-19.zip', 'a download of the console'],
    [
      'svc import archive acme --data-dir /var/lib/svc --json',
      '{organisationId, name, entries, hasCredentials}',
    ],
  ],
  async run({ values, operands: [path = ''], io }) {
    const server = await import('@svc/server')
    const location = locationOf(values)
    // Before anything else: a mistyped name must not create an empty database.
    const manifest = await server.checkArchive(path)
    if (isInUseElsewhere(server, location)) {
      throw new Failure(
        `Another process has the database in ${location.dataDir} open: stop the server first.`,
      )
    }
    const progress = progressOn(io)
    await withNewStore(values, ({ store }) =>
      server.loadArchive(store, { path, manifest, onProgress: progress.show }),
    ).finally(progress.clear)
    const { organisation, files } = manifest
    const entries = files.reduce((sum, file) => sum + file.entries, 0)
    const hasCredentials = server.hasCredentials(manifest)
    print(io, {
      json: values.json,
      value: { organisationId: organisation.id, name: organisation.name, entries, hasCredentials },
      text: () =>
        `Loaded ${organisation.name} (${organisation.id}): ${counted(entries, 'entry')}. ${hasCredentials ? withCredentials : withoutCredentials}`,
    })
    return undefined
  },
})

const withCredentials = 'Its secrets need the master key of the store they come from.'

const withoutCredentials = `It came without passwords, second factors, tokens, keys, on-call feeds, webhooks and vault items.
To let people in again:
  1. svc user link --email OWNER@EXAMPLE.COM prints a link with which an owner chooses a password; add --force where
     single sign-on is required.
  2. In the console, under Settings, Members, the owner makes links for the others.
  3. Vault items are entered again under their keywords; then identity providers, integrations and on-call work again.
     Tokens, keys, feeds and webhooks are created anew.`
