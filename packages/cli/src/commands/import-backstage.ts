import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FoundDocument } from '@svc/server'
import { createAllowedFiles } from '../backstage/allowed-files.ts'
import { type ImportResult, resultOf } from '../backstage/result.ts'
import { listText, resultText } from '../backstage/report.ts'
import { isEntity } from '../backstage/locations.ts'
import { asUrl } from '../backstage/place.ts'
import { type Reading, readSources } from '../backstage/read-sources.ts'
import { defineCommand, type Io } from '../command.ts'
import { collectEarly } from '../costs/collect-early.ts'
import { progressOn } from '../progress-line.ts'
import { Failure, UsageError } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'
import { fetchAllowFailure, fetchAllowOption, readFetchAllow } from '../fetch-allow.ts'
import { modeOption } from '../mode-option.ts'
import { contextFor, organisationFor } from '../organisation.ts'
import { print } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { type Opened, withStore } from '../with-store.ts'

export const importBackstage = defineCommand({
  name: 'backstage',
  summary: 'Import a Backstage catalog, once or repeatedly.',
  details: `Reads catalog-info.yaml files and whatever their Locations point to; folders are searched. Components become projects,
groups become teams; APIs, resources, systems, domains, templates, links and dependencies are imported too. Repeated
imports update what was imported before: the source wins in whatever it states. What is gone from the source is
flagged, never deleted. Files are read only from the given folder, or from that of the given file; --root allows
others. docs/import-backstage.md says what is imported and what is not.`,
  operands: [{ value: 'PATH|URL', about: 'files, folders and addresses to read', several: true }],
  options: {
    'dry-run': { type: 'boolean', about: 'Show what would be done, and change nothing' },
    list: {
      type: 'boolean',
      about: 'List what was imported, and what is gone from its source; read nothing',
    },
    source: {
      type: 'string',
      value: 'NAME',
      about: 'A name for the source, if its path differs each time',
    },
    root: {
      type: 'string',
      value: 'DIR',
      about: 'Another folder that may be read, besides the given one or that of the given file',
      several: true,
    },
    ...modeOption,
    ...orgOption,
    ...fetchAllowOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc import backstage . --dry-run', 'what would be done with the catalog files in this folder'],
    ['svc import backstage catalog/all.yaml org.yaml', 'two files, and what they point to'],
    ['svc import backstage https://github.com/acme/catalog/blob/main/all.yaml', 'from a git host'],
    ['svc import backstage services/shop/all.yaml --root services', 'Locations may point to other services'],
    ['svc import backstage checkout --source monorepo', 'the same source, wherever it is checked out'],
    ['svc import backstage --list', 'what came from where, and what is gone'],
  ],
  async run({ values, operands, io }) {
    collectEarly()
    if (values.list && operands.length > 0) throw new UsageError('--list reads nothing: leave out PATH.')
    if (!values.list && operands.length === 0) {
      throw new UsageError('PATH|URL is missing: give files, folders or addresses to read, or --list.')
    }
    const invalidUrl = operands.find((one) => /^[a-z][a-z0-9+.-]*:\/\//i.test(one) && !asUrl(one))
    if (invalidUrl !== undefined) {
      throw new UsageError(
        `An address must be of the form https://host/path, not ${JSON.stringify(invalidUrl)}.`,
      )
    }
    if (values.list) {
      const value = await withStore(values, async (opened) => {
        const { partitions } = await organisationFor(opened, values.org)
        return opened.store.run(opened.server.listImported, partitions[values.mode])
      })
      print(io, { json: values.json, value, text: listText })
      return undefined
    }
    const value = await withStore(values, (opened) => importInto(opened, { operands, values, io }))
    print(io, { json: values.json, value, text: resultText })
    return undefined
  },
})

interface ImportRequest {
  readonly operands: readonly string[]
  readonly values: Parameters<typeof importBackstage.run>[0]['values']
  readonly io: Io
}

async function importInto(opened: Opened, { operands, values, io }: ImportRequest): Promise<ImportResult> {
  const { store, server } = opened
  const own = await contextFor(opened, values)
  const { caller } = own
  const reading = await read(opened, { operands, values, io })
  if (reading.documents.length === 0) throw nothingRead(operands, reading)
  const actor = { ...caller.actor, name: 'Backstage import' }
  const ctx = { ...own, caller: { ...caller, actor } }
  const blind = new Set(reading.failures.filter(({ hides }) => hides).map(({ source }) => source))
  const complete = new Set(reading.sources.filter((source) => !blind.has(source)))
  const hasEntity = reading.documents.some(({ document }) => isEntity(document))
  const plan = await server.planImport(ctx, { documents: handedOver(reading.documents), complete })
  // Otherwise a mistyped path would flag everything that once came from there as gone.
  const isTaken = plan.steps.length > 0 || plan.members > 0
  if (!isTaken && !hasEntity) throw noEntity(operands, reading)
  const isDryRun = values['dry-run']
  const progress = progressOn(io)
  const refused = isDryRun ? [] : await server.applyImport(ctx, plan, progress.show)
  progress.clear()
  const imported = await store.run(server.listImported, caller.organisation.partitions[values.mode])
  return resultOf({ isDryRun, reading, plan, refused, imported, losses: server.importLosses })
}

/** One after the other, and forgotten here: there may be hundreds of thousands. */
function* handedOver(documents: FoundDocument[]): Generator<FoundDocument> {
  documents.reverse()
  for (let next = documents.pop(); next !== undefined; next = documents.pop()) yield next
}

function nothingRead(operands: readonly string[], reading: Reading): Failure {
  const why = firstFailure(reading)
  return why === '' ? noEntity(operands, reading) : new Failure(`Nothing could be read.${why}`)
}

const noEntity = (operands: readonly string[], reading: Reading): Failure =>
  new Failure(
    `There is no catalog entity in ${operands.join(', ')}: one is YAML with "apiVersion: backstage.io/…", a kind and metadata.${firstFailure(reading)}`,
  )

const firstFailure = ({ failures: [first] }: Reading): string =>
  first ? ` ${first.location}: ${first.why}.` : ''

async function read({ server }: Opened, { operands, values, io }: ImportRequest) {
  const progress = progressOn(io)
  const fetch = guardedFetch(server, values)
  try {
    return await readSources(operands, {
      fetch,
      files: createAllowedFiles({
        dataDirs: [values['data-dir']],
        ownFile: server.ownFile,
        isDataDir: server.isDataDir,
      }),
      roots: await rootsOf(values.root),
      cwd: process.cwd(),
      keptOf: server.keptOfDocument,
      source: values.source,
      onProgress: progress.show,
    })
  } finally {
    progress.clear()
    await fetch.close()
  }
}

async function rootsOf(given: readonly string[]): Promise<readonly string[]> {
  for (const dir of given) {
    const found = await stat(dir).catch((error: NodeJS.ErrnoException) => {
      throw fileFailure(dir, error)
    })
    if (!found.isDirectory()) throw new Failure(`--root ${dir} is a file: name a folder.`)
  }
  return given.map((dir) => resolve(dir))
}

function guardedFetch(server: Opened['server'], values: ImportRequest['values']) {
  try {
    return server.createGuardedFetch({ allow: readFetchAllow(values) })
  } catch (error) {
    throw fetchAllowFailure(error) ?? error
  }
}
