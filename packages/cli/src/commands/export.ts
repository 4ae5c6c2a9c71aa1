import { resolve } from 'node:path'
import { counted, modes } from '@svc/model'
import { defineAction, type Io } from '../command.ts'
import { UsageError } from '../failure.ts'
import { createEmptyFolder } from '../new-folder.ts'
import { type Organisation, organisationFor } from '../organisation.ts'
import { columns, megabytes, print } from '../output.ts'
import { progressOn } from '../progress-line.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { version } from '../version.ts'
import { type Opened, withStore } from '../with-store.ts'

export const exportCommand = defineAction({
  details: `json: everything, live and test, in one folder that "svc import archive" loads into another store, SQLite or
PostgreSQL. Protect it like a backup: it contains the digests of tokens, and the vault's values encrypted with the
master key, which is not included.
terraform: what can be managed as code, one file for each kind, with import blocks, so that "tofu plan" has
nothing to add, change or destroy. It contains no secrets.
Both are consistent snapshots, even while the server is running.`,
  operands: [{ value: 'DIR', about: 'a new or empty folder' }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'The format',
      oneOf: ['terraform', 'json'],
      required: true,
    },
    mode: {
      type: 'string',
      value: 'MODE',
      about: 'Which data to write as terraform; live by default',
      oneOf: modes,
    },
    ...orgOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc export --format json acme', 'the only organisation, into the folder acme'],
    ['svc export --format json acme --org org_01jcq --json', '{dir, organisationId, entries, bytes}'],
    ['svc export --format terraform infra/catalog', 'then: cd infra/catalog && tofu init && tofu plan'],
  ],
  async run({ values, operands: [name = ''], io }) {
    if (values.format === 'json' && values.mode !== undefined) {
      throw new UsageError('--mode is only for --format terraform: an archive has both modes.')
    }
    await withStore(values, async (opened) => {
      const organisation = await organisationFor(opened, values.org)
      const folder = { name, dir: resolve(name) }
      await createEmptyFolder(folder.dir)
      const request = { organisation, folder, json: values.json, io }
      if (values.format === 'json') await exportArchive(opened, request)
      else await exportConfiguration(opened, request, values.mode ?? 'live')
    })
    return undefined
  },
})

interface Request {
  readonly organisation: Organisation
  readonly folder: { readonly name: string; readonly dir: string }
  readonly json: boolean
  readonly io: Io
}

async function exportArchive(
  { store, server }: Opened,
  { organisation, folder: { name, dir }, json, io }: Request,
): Promise<void> {
  const progress = progressOn(io)
  const { files } = await server
    .writeArchive(store, {
      organisationId: organisation.id,
      dir,
      svc: version,
      now: () => new Date(),
      onProgress: progress.show,
    })
    .finally(progress.clear)
  const entries = files.reduce((sum, file) => sum + file.entries, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  print(io, {
    json,
    value: { dir, organisationId: organisation.id, entries, bytes },
    text: () =>
      `Wrote ${organisation.name} (${organisation.id}) to ${name}: ${counted(entries, 'entry')}, ${megabytes(bytes)}.`,
  })
}

async function exportConfiguration(
  opened: Opened,
  { organisation, folder: { name, dir }, json, io }: Request,
  mode: (typeof modes)[number],
): Promise<void> {
  const { writeConfiguration } = await import('../terraform/write-configuration.ts')
  const progress = progressOn(io)
  const files = await writeConfiguration(opened, {
    organisation,
    mode,
    dir,
    onProgress: progress.show,
  }).finally(progress.clear)
  const rows = Object.entries(files).map(([file, count]) => [String(count).padStart(6), file])
  print(io, {
    json,
    value: { dir, organisationId: organisation.id, mode, files },
    text: () =>
      rows.length === 0
        ? `${organisation.name} (${organisation.id}, ${mode}) has nothing to manage as code yet; ${name} contains only the provider.`
        : `Wrote ${organisation.name} (${organisation.id}, ${mode}) to ${name}:\n${columns(rows, '')}`,
  })
}
