import { faultsOf, shape, type ValueIn } from '@svc/model'
import { contents } from '../../store/archive/contents.ts'
import { isKnownMigration, latestMigration } from '../../store/migrate.ts'
import { partitionRoles } from '../../store/partition-id.ts'
import type { ArchiveSource } from './source.ts'

export const manifestName = 'manifest.json'
const format = 'svc-archive'
const formatVersion = 1

const text = shape.text({ minLength: 1 })
const count = shape.integer({ minimum: 0 })

const archivedFile = shape.object({
  name: text,
  entries: count,
  bytes: count,
  sha256: shape.text({ pattern: '^[0-9a-f]{64}$' }),
})
export type ArchivedFile = ValueIn<typeof archivedFile>

const partition = shape.object({ revision: count, lastSeq: count })

/** Describes an archive. It is written last: without it, the export did not finish. */
const manifestShape = shape.object({
  format: text,
  formatVersion: count,
  /** The version that wrote it, and the newest migration it knew. */
  svc: text,
  schema: text,
  exportedAt: shape.dateTime(),
  organisation: shape.object({
    id: shape.text({ pattern: '^org_[0-9a-z]{1,60}$' }),
    name: text,
    createdAt: shape.dateTime(),
  }),
  partitions: shape.object({ live: partition, test: partition, home: partition }),
  files: shape.array(archivedFile),
})
export type Manifest = ValueIn<typeof manifestShape>

export const fileNameOf = ({ table }: { readonly table: string }): string => `${table}.ndjson`

export const newManifest = (
  facts: Pick<Manifest, 'svc' | 'exportedAt' | 'organisation' | 'partitions' | 'files'>,
): Manifest => ({ format, formatVersion, schema: latestMigration, ...facts })

/** Whether an archive has what people and programs sign in with, and the vault: one for an admin does not. */
export const hasCredentials = ({ files }: Pick<Manifest, 'files'>): boolean => {
  const names = new Set(files.map(({ name }) => name))
  return contents().some((content) => content.isSecret && names.has(fileNameOf(content)))
}

/** Whether a text is the manifest or another file of an archive. */
export const isArchiveText = (content: string): boolean =>
  new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${format}"`).test(content) ||
  partitionRoles.some((role) => content.startsWith(`{"in":"${role}",`))

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** The manifest of an archive; fails if this program cannot load the archive. */
export async function readManifest(source: ArchiveSource): Promise<Manifest> {
  const { path } = source
  const manifest = parsed(path, await textOf(source))
  const { format: said, formatVersion: version } = Object(manifest) as Partial<Manifest>
  if (said !== format) throw new Error(`${manifestName} in ${path} is not the manifest of an svc archive.`)
  if (version !== formatVersion) {
    throw new Error(
      `The archive has format ${JSON.stringify(version)}, but this program reads format ${formatVersion}. Use the version of svc that wrote it, or a later one.`,
    )
  }
  for (const { path: at, message } of faultsOf(manifestShape, manifest)) {
    throw new Error(`${manifestName} in ${path} is damaged: ${at.join('.')} ${message}.`)
  }
  const known = manifest as Manifest
  refuseNewer(known)
  return known
}

function refuseNewer({ svc, schema: written, files }: Manifest): void {
  const names = contents().map(fileNameOf)
  const unknown = [
    ...(isKnownMigration(written) ? [] : [written]),
    ...files.map(({ name }) => name).filter((name) => !names.includes(name)),
  ]
  if (unknown.length === 0) return
  throw new Error(
    `The archive was written by svc ${svc} and is newer than this program: it has ${unknown.join(', ')}, which this svc does not know. Use that version of svc, or a later one.`,
  )
}

/** Far more than its files need. */
const maxManifestBytes = 1024 ** 2

async function textOf(source: ArchiveSource): Promise<string> {
  const chunks = await source.read(manifestName)
  if (!chunks)
    throw new Error(
      `There is no ${manifestName} in ${source.path}: it is not an svc archive, or its export did not finish.`,
    )
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes > maxManifestBytes) throw new Error(`${manifestName} in ${source.path} is too large.`)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(path: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error(`${manifestName} in ${path} is damaged: it is not JSON.`)
  }
}
