import { type AnswerOf, invalid, kinds, type SpecialOperations, timelineLimits } from '@svc/model'
import { worstSlosOf } from '../../store/queries/graph-nodes.ts'
import { dailyBudget, type Stretch } from '../../store/queries/timeline.ts'
import { type Context, partitionOf } from '../context.ts'
import { findRecord } from '../records/records.ts'
import { type Asked, subjectsOf } from '../summaries/subjects.ts'
import { editsOf } from './edits.ts'
import { type Found, sourcesOf } from './sources.ts'

export type Timeline = AnswerOf<SpecialOperations['getTimeline']>

interface Request extends Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly slo?: string | undefined
}

/** What happened to an entity, or to the projects that it contains. */
export async function readTimeline(ctx: Context, { from, to, slo, ...asked }: Request): Promise<Timeline> {
  const stretch = stretchOf(ctx.now(), from, to)
  const [subject] = await subjectsOf(ctx, [asked])
  if (!subject) throw invalid('of', `names ${asked.kind} ${JSON.stringify(asked.id)}, which does not exist`)
  const appIds = subject.appIds.slice(0, timelineLimits.projects)
  const partition = partitionOf(ctx.caller, kinds.slo)
  const most = timelineLimits.slos
  const slos = appIds.length > 0 ? await ctx.store.run(worstSlosOf, partition, appIds, most + 1) : []
  const found: Found[] = [
    ...(await sourcesOf(ctx, { appIds, slos: slos.slice(0, most), stretch })),
    ...(await editsOf(ctx, asked, stretch)),
  ]
  const entries = found
    .flatMap((one) => one.entries)
    .toSorted((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.id < b.id ? -1 : 1))
  const cut = new Set(entries.slice(timelineLimits.entries).map(({ type }) => type))
  const chosen = slo === undefined ? slos[0] : await chosenSlo(ctx, slo)
  return {
    ...stretch,
    entries: entries.slice(0, timelineLimits.entries),
    truncated: [
      ...new Set([...cut, ...found.flatMap(({ isCut, type }) => (isCut ? [type] : []))]),
      ...(subject.isWhole && appIds.length === subject.appIds.length ? [] : (['projects'] as const)),
      ...(slos.length > most ? (['slos'] as const) : []),
    ],
    hasEdits: ctx.caller.scopes.includes('admin'),
    budget: chosen
      ? {
          sloId: chosen.id,
          name: chosen.name,
          status: chosen.status,
          days: await ctx.store.run(dailyBudget, partition, {
            sloId: chosen.id,
            ...stretch,
            most: timelineLimits.days + 1,
          }),
        }
      : null,
  }
}

async function chosenSlo(ctx: Context, id: string) {
  const { record } = await findRecord(ctx, kinds.slo, id).catch(() => {
    throw invalid('slo', `names the SLO ${JSON.stringify(id)}, which does not exist`)
  })
  return record as { id: string; name: string; status: 'met' | 'atRisk' | 'breached' | null }
}

const dayMs = 86_400_000

function stretchOf(now: Date, from: string | undefined, to: string | undefined): Stretch {
  // To the end of today, as for costs: within a day the same question has the same answer.
  const end = to === undefined ? Math.ceil(now.getTime() / dayMs) * dayMs : Date.parse(to)
  const start = from === undefined ? end - timelineLimits.defaultDays * dayMs : Date.parse(from)
  if (start >= end) throw invalid('from', 'must be before to')
  const lastKnown = Math.min(end, Math.max(now.getTime(), start))
  if (lastKnown - start > timelineLimits.days * dayMs)
    throw invalid('from', `must be at most ${timelineLimits.days} days before to`)
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}
