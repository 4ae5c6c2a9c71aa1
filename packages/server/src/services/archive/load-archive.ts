import { faultsOf, kinds, oneOfKind } from '@svc/model'
import type { Access } from '../../store/access.ts'
import { type Content, contents, type Entry } from '../../store/archive/contents.ts'
import { loaderOf } from '../../store/archive/load-content.ts'
import { findByDigest } from '../../store/queries/credentials.ts'
import { endFirstEpoch } from '../../store/epoch-row.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation, insertOrganisation, setPartitionState } from '../../store/queries/organisations.ts'
import {
  type PartitionId,
  type PartitionRole,
  partitionRoles,
  partitionIdOf,
} from '../../store/partition-id.ts'
import { countFacets } from '../../store/queries/count-facets.ts'
import { countPartition } from '../../store/usage.ts'
import { queueIndexing } from '../../store/search/backlog.ts'
import { isVerifiedElsewhere } from '../../store/queries/sso-domains.ts'
import { fillUses } from '../../store/migrations/0030-vault-uses.ts'
import { mendBindings } from '../../store/migrations/0039-oncall-truth.ts'
import { linesOf } from './lines.ts'
import { logOrder } from './log-order.ts'
import { fileNameOf, type Manifest } from './manifest.ts'
import { type ArchiveSource, openArchive } from './source.ts'

export interface LoadRequest {
  /** A folder or a zip file. */
  readonly path: string
  /** From `checkArchive`. */
  readonly manifest: Manifest
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Loads an archived organisation into a store that does not have it yet, with the same ids, times, revisions and log:
 * all in one transaction, so that nobody ever sees part of it.
 */
export async function loadArchive(store: Store, { path, ...request }: LoadRequest): Promise<void> {
  const source = await openArchive(path)
  await loadFrom(store, source, request).finally(source.close)
}

async function loadFrom(
  store: Store,
  source: ArchiveSource,
  { manifest, onProgress }: Omit<LoadRequest, 'path'>,
): Promise<void> {
  const { organisation, partitions, files } = manifest
  const total = files.reduce((sum, { entries }) => sum + entries, 0)
  let done = 0
  const note = (): void => onProgress?.(++done, total)

  await store.transaction(
    async (tx) => {
      // Two loads of the same archive at once: the second one waits, and is then refused.
      await tx.lockSchema()
      const existing = await tx.run(findOrganisation, organisation.id)
      if (existing) {
        throw new Error(
          `The organisation ${existing.id} (${existing.name}) already exists in this store. An archive can only be loaded into a store without its organisation.`,
        )
      }
      await tx.run(insertOrganisation, { ...organisation, at: organisation.createdAt })
      for (const role of partitionRoles) {
        await tx.run(setPartitionState, partitionIdOf(organisation.id, role), partitions[role])
      }
      for (const content of contents()) {
        if (!files.some(({ name }) => name === fileNameOf(content))) continue
        await loadContent(tx, { content, source, manifest }, note)
      }
      await tx.run(endFirstEpoch)
      // An archive of an older svc does not say what its vault items may be used for.
      await tx.run(fillUses)
      // Nor when an on-call provider last failed to answer, or when a shift ends.
      await tx.run(mendBindings)
      for (const role of partitionRoles) {
        const partitionId = partitionIdOf(organisation.id, role)
        await tx.run(countPartition, partitionId)
        await tx.run(countFacets, partitionId)
        await tx.run(queueIndexing, partitionId)
      }
    },
    { isLong: true },
  )
}

interface Place {
  readonly content: Content
  readonly source: ArchiveSource
  readonly manifest: Manifest
}

async function loadContent(
  tx: Access,
  { content, source, manifest }: Place,
  note: () => void,
): Promise<void> {
  const { kind } = content
  const name = fileNameOf(content)
  const loader = loaderOf(tx, content)
  const order = content.table === 'events' ? logOrder(manifest.partitions) : undefined
  let line = 0
  const chunks = await source.read(name)
  if (!chunks) throw new Error(`${name} is missing from ${source.path}.`)
  for await (const json of linesOf(name, chunks)) {
    line += 1
    const { in: role, ...entry } = readEntry(json, content, `${name}, line ${line}`)
    const place = partitionIdOf(manifest.organisation.id, role)
    order?.take(role, Number(entry.seq))
    const record = entry.record as Entry
    if (kind && isCredential(kind)) await refuseKnown(tx, kind, String(record.digest))
    if (kind === kinds.ssoDomain) await refuseTaken(tx, place, record)
    await loader.add(place, entry)
    note()
  }
  order?.end()
  await loader.end()
}

function readEntry(
  json: string,
  { roles, schema }: Content,
  where: string,
): Entry & { readonly in: PartitionRole } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Error(`${where} is not JSON.`)
  }
  const { in: role, ...entry } = Object(value) as Entry
  const known = roles.find((one) => one === role)
  if (!known) throw new Error(`${where}: "in" must be one of ${roles.join(', ')}.`)
  for (const { path, message } of faultsOf(schema, entry)) {
    throw new Error(`${where}: ${path.join('.')} ${message}.`)
  }
  return { in: known, ...entry }
}

type Credential = typeof kinds.token | typeof kinds.apiKey | typeof kinds.scimToken | typeof kinds.oncallFeed

const isCredential = (kind: object): kind is Credential =>
  kind === kinds.token || kind === kinds.apiKey || kind === kinds.scimToken || kind === kinds.oncallFeed

/** A credential belongs to one organisation of a store. */
async function refuseKnown(tx: Access, kind: Credential, digest: string): Promise<void> {
  if (!(await tx.run(findByDigest, kind, digest))) return
  throw new Error(
    `${oneOfKind(kind).replace(/^a/, 'A')} in the archive already exists in another organisation of this store. Revoke it in one of the two first.`,
  )
}

/** A verified domain belongs to one organisation of a store, too. */
async function refuseTaken(
  tx: Access,
  place: PartitionId,
  { normalizedDomain, verificationStatus }: Entry,
): Promise<void> {
  if (verificationStatus !== 'verified') return
  if (!(await tx.run(isVerifiedElsewhere, String(normalizedDomain), place))) return
  throw new Error(
    `The archive has ${normalizedDomain} as a verified SSO domain, but another organisation of this store has verified it too. Delete it in one of the two first.`,
  )
}
