import { CatalogError, type Kind, kinds } from '@svc/model'
import { slicesOf } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Charge } from './charge.ts'
import { memoize } from './memoize.ts'
import type { NamedByTag } from './unattributed.ts'

export interface OwnerRules {
  /** The tag whose value names a project. */
  readonly tag: string | undefined
  /** Accounts, each with the project it belongs to. */
  readonly accounts: ReadonlyMap<string, string>
  /** How many projects and resources there may be, all of which are kept in memory. */
  readonly maxRecords?: number | undefined
}

export interface Owners {
  /** The project of a charge: by its tag, else by its resource if svc knows it, else by its account, else none. */
  ownerOf(charge: Charge): string | null
  /** What its tag says, if it has one. */
  tagOf(charge: Charge): NamedByTag | undefined
  /** What a project is called. */
  nameOf(id: string): string | undefined
}

export async function ownerLookup(
  ctx: Context,
  { tag, accounts, maxRecords = Number.POSITIVE_INFINITY }: OwnerRules,
): Promise<Owners> {
  const { projects, names, resources } = await readCatalog(ctx, maxRecords)
  const byAccount = new Map(
    [...accounts].map(([account, name]) => {
      const id = projects.get(fold(name))
      if (id) return [account, id]
      throw new CatalogError(
        'invalid_request',
        `There is no project ${JSON.stringify(name)}, or more than one, for the account ${account}. Use the id of the project.`,
      )
    }),
  )
  const byTags = memoize((tags) => {
    const value = tag === undefined ? undefined : tagValue(tags, tag)
    return value === undefined ? undefined : { value, id: projects.get(fold(value)) }
  })
  return {
    ownerOf: ({ tags, resourceId, accountId }) =>
      byTags(tags)?.id || resources.get(resourceId) || byAccount.get(accountId) || null,
    tagOf: ({ tags }) => {
      const named = byTags(tags)
      return named && { value: named.value, isShared: named.id === '' }
    },
    nameOf: (id) => names.get(id),
  }
}

const fold = (text: string): string => text.trim().toLowerCase()

/** As in a tag: `Web Shop` is `web-shop`. */
const slug = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

interface Catalog {
  /** By id, name and slug; a name that two projects share matches neither. */
  readonly projects: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  /** By the provider's own id of a resource. */
  readonly resources: ReadonlyMap<string, string>
}

async function readCatalog(ctx: Context, maxRecords: number): Promise<Catalog> {
  const projects = new Map<string, string>()
  const names = new Map<string, string>()
  const resources = new Map<string, string>()
  let count = 0
  const all = async (
    kind: Kind,
    fields: readonly string[],
    take: (record: Fields) => void,
  ): Promise<void> => {
    const pace = startPace()
    for await (const records of slicesOf(recordsOf(ctx, kind), kind, { where: [], fields, ...slice })) {
      for (const { record } of records) take(record)
      count += records.length
      if (count > maxRecords) throw tooManyRecords(maxRecords)
      await pace.pause()
    }
  }
  await all(kinds.project, ['name'], ({ id, name }) => {
    names.set(String(id), String(name))
    // A name without letters or digits has no slug, and an empty tag matches nothing.
    for (const key of new Set([fold(String(name)), slug(String(name))]))
      if (key !== '') claim(projects, key, String(id))
  })
  for (const id of names.keys()) projects.set(id, id)
  await all(kinds.resource, ['externalId', 'componentId'], ({ externalId, componentId }) => {
    if (typeof externalId === 'string' && externalId !== '' && typeof componentId === 'string')
      claim(resources, externalId, componentId)
  })
  return { projects, names, resources }
}

type Fields = StoredRecord['record']

/** So few that reading them takes a few milliseconds. */
const slice = { limit: 500, bytes: 1024 ** 2 }

const tooManyRecords = (max: number): CatalogError =>
  new CatalogError(
    'invalid_request',
    `There are more than ${max.toLocaleString('en')} projects and resources: import with "svc import costs".`,
  )

/** What several projects claim belongs to none: otherwise it would depend on their order. */
function claim(found: Map<string, string>, key: string, id: string): void {
  found.set(key, found.get(key) === id || !found.has(key) ? id : '')
}

/** Tags are a JSON object written as text; keys may carry a vendor's prefix, as in `user:app`. */
function tagValue(tags: string, wanted: string): string | undefined {
  if (!tags.includes(wanted)) return undefined
  try {
    const all = JSON.parse(tags) as Readonly<Record<string, unknown>> | null
    const value = all?.[wanted] ?? Object.entries(all ?? {}).find(([key]) => key.endsWith(`:${wanted}`))?.[1]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
