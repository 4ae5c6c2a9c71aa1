import {
  entityKinds,
  invalid,
  type Kind,
  kindNamed,
  kinds,
  type Kinds,
  relatedRunbookLimits,
  type RunbookSubject,
  type Stored,
} from '@svc/model'
import { type Context, recordsOf } from '../context.ts'
import { listRequest, readSome } from '../records/lists.ts'

export interface SomeProjects {
  readonly ids: readonly string[]
  readonly isExact: boolean
}

const limit = relatedRunbookLimits.projects

const kindOf = (subject: RunbookSubject): Kind =>
  subject === 'team' ? kinds.team : kindNamed(entityKinds[subject])

/** The projects that an entity is, belongs to or contains, or that a team owns. */
export async function projectsOf(ctx: Context, of: string): Promise<SomeProjects> {
  const [subject, id] = of.split(':') as [RunbookSubject, string]
  const kind = kindOf(subject)
  const found = await recordsOf(ctx, kind).find(kind, id)
  if (!found) throw invalid('of', `names the ${kind.noun} ${JSON.stringify(id)}, which does not exist`)
  switch (subject) {
    case 'component':
      return { ids: [id], isExact: true }
    case 'api':
    case 'resource': {
      const { componentId } = found.record as Stored<Kinds['api']>
      return { ids: componentId === null ? [] : [componentId], isExact: true }
    }
    case 'system':
      return activeAmong(ctx, (found.record as Stored<Kinds['system']>).componentIds)
    case 'domain':
      return projectsOfDomain(ctx, id)
    case 'team': {
      const request = { ...listRequest(ctx, kinds.project, { ownerTeamId: id }), limit, fields: ['id'] }
      const { records, hasMore } = await readSome(ctx, request)
      return { ids: records.map((one) => String(one.id)), isExact: !hasMore }
    }
  }
}

async function projectsOfDomain(ctx: Context, domainId: string): Promise<SomeProjects> {
  const request = { ...listRequest(ctx, kinds.system, { domainId }), limit, fields: ['componentIds'] }
  const { records, hasMore } = await readSome(ctx, request)
  const ids = records.flatMap((one) => one.componentIds as readonly string[])
  const active = await activeAmong(ctx, [...new Set(ids)])
  return { ids: active.ids, isExact: active.isExact && !hasMore }
}

/** Without archived projects, which a team's are found without, too. */
async function activeAmong(ctx: Context, ids: readonly string[]): Promise<SomeProjects> {
  const some = ids.slice(0, limit)
  const { where } = listRequest(ctx, kinds.project, {}, [{ field: 'id', oneOf: some }])
  const found = await recordsOf(ctx, kinds.project).list(kinds.project, { where, fields: ['id'], limit })
  return { ids: found.map(({ record }) => String(record.id)), isExact: some.length === ids.length }
}
