import { kinds, type Kinds, type RelatedRunbooks, relatedRunbookLimits, type Stored } from '@svc/model'
import { runbookLinks } from '../../store/queries/runbooks-of-projects.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { listRequest } from '../records/lists.ts'
import { projectsOf } from './projects-of.ts'

const { links: maxLinks, shown: maxShown, projectsShown } = relatedRunbookLimits
const kind = kinds.runbook

type Runbook = Pick<Stored<Kinds['runbook']>, 'id' | 'title' | 'runbookType' | 'pinned' | 'updatedAt'>

/** The runbooks that concern an entity or a team, through its projects. */
export async function relatedRunbooks(ctx: Context, of: string): Promise<RelatedRunbooks> {
  const projects = await projectsOf(ctx, of)
  const partition = partitionOf(ctx.caller, kind)
  const links = await ctx.store.run(runbookLinks, partition, projects.ids, maxLinks + 1)
  const byRunbook = Map.groupBy(links.slice(0, maxLinks), ({ runbookId }) => runbookId)
  const visible = await visibleAmong(ctx, [...byRunbook.keys()])
  const shown = visible.toSorted(
    (one, other) => Number(other.pinned) - Number(one.pinned) || one.title.localeCompare(other.title),
  )
  return {
    runbooks: shown.slice(0, maxShown).map((runbook) => ({
      ...runbook,
      through: some(byRunbook.get(runbook.id)?.map(({ projectId }) => projectId) ?? []),
    })),
    projects: some(projects.ids),
    isExact: projects.isExact && links.length <= maxLinks && shown.length <= maxShown,
  }
}

const some = (ids: readonly string[]) => ({ ids: ids.slice(0, projectsShown), count: ids.length })

/** Without those that are deleted or hidden from the caller, and without their texts. */
async function visibleAmong(ctx: Context, ids: readonly string[]): Promise<readonly Runbook[]> {
  if (ids.length === 0) return []
  const { where } = listRequest(ctx, kind, {}, [{ field: 'id', oneOf: ids }])
  const fields = ['id', 'title', 'runbookType', 'pinned', 'updatedAt']
  const found = await recordsOf(ctx, kind).list(kind, { where, fields, limit: maxLinks })
  return found.map(({ record }) => {
    const { id, title, runbookType, pinned, updatedAt } = record as Runbook
    return { id, title, runbookType, pinned, updatedAt }
  })
}
