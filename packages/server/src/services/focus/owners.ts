import { CatalogError, kinds } from '@svc/model'
import { ownedResources, projectNames } from '../../store/queries/costs.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Charge } from './charge.ts'
import { memoize } from './memoize.ts'

export interface OwnerRules {
  /** The tag whose value names a project. */
  readonly tag: string | undefined
  /** Accounts, each with the project it belongs to. */
  readonly accounts: ReadonlyMap<string, string>
}

export type OwnerOf = (charge: Charge) => string | null

/** The project of a charge: by its tag, else by its resource if svc knows it, else by its account, else none. */
export async function ownerLookup(ctx: Context, { tag, accounts }: OwnerRules): Promise<OwnerOf> {
  const projects = await projectsByName(ctx)
  const resources = await projectsByResource(ctx)
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
    const named = tag === undefined ? undefined : tagValue(tags, tag)
    return named === undefined ? undefined : projects.get(fold(named))
  })
  return ({ tags, resourceId, accountId }) =>
    byTags(tags) || resources.get(resourceId) || byAccount.get(accountId) || null
}

const fold = (text: string): string => text.trim().toLowerCase()

/** As in a tag: `Web Shop` is `web-shop`. */
const slug = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** By id, name and slug; a name that two projects share matches neither. */
async function projectsByName(ctx: Context): Promise<ReadonlyMap<string, string>> {
  const projects = await ctx.store.run(projectNames, partitionOf(ctx.caller, kinds.project))
  const found = new Map<string, string>()
  for (const { id, name } of projects) {
    // A name without letters or digits has no slug, and an empty tag matches nothing.
    for (const key of new Set([fold(name), slug(name)])) if (key !== '') claim(found, key, id)
  }
  for (const { id } of projects) found.set(id, id)
  return found
}

async function projectsByResource(ctx: Context): Promise<ReadonlyMap<string, string>> {
  const resources = await ctx.store.run(ownedResources, partitionOf(ctx.caller, kinds.resource))
  const found = new Map<string, string>()
  for (const { externalId, projectId } of resources)
    if (externalId !== '') claim(found, externalId, projectId)
  return found
}

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
