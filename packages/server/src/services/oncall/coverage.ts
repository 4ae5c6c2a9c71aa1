import { type Coverage, coverageLimits, type EntityCoverage, invalid, kinds } from '@svc/model'
import { type Context, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { membersInRotas } from './members-in-rotas.ts'
import { type Binding, bindingFields, type Gap, type Shift, shiftByProvider, shiftsByRota } from './shifts.ts'
import { type Span, within, without } from './spans.ts'

type Asked = Span & { readonly now: number; readonly memberFor: Awaited<ReturnType<typeof membersInRotas>> }

const kind = kinds.oncallBinding

const scopes = ['team', 'component', 'resource']

interface Request {
  readonly from: string
  readonly to: string
  readonly entityIds?: string | undefined
}

/** Who is on call when, when nobody is, and when svc does not know. */
export async function readCoverage(ctx: Context, request: Request): Promise<Coverage> {
  const range = rangeOf(request)
  const { ids, isComplete } = await entitiesFor(ctx, request.entityIds)
  const bindings = await bindingsOf(ctx, ids)
  const rotas = bindings.flatMap(({ manual }) => (manual ? [manual] : []))
  const asked = { ...range, now: ctx.now().getTime(), memberFor: await membersInRotas(ctx, rotas) }
  const coverage: EntityCoverage[] = []
  const pace = startPace()
  for (const own of Map.groupBy(bindings, ({ targetId }) => targetId).values()) {
    coverage.push(coverageOf(own, asked))
    await pace.pause()
  }
  coverage.sort(
    (a, b) =>
      scopes.indexOf(a.entityKind) - scopes.indexOf(b.entityKind) || (a.entityId < b.entityId ? -1 : 1),
  )
  return { ...textsOf(range), coverage, isComplete }
}

function rangeOf({ from, to }: Request): Span {
  const range = { from: Date.parse(from), to: Date.parse(to) }
  if (range.to <= range.from) throw invalid('to', 'must be later than from')
  if (range.to - range.from > coverageLimits.days * 86_400_000)
    throw invalid('to', `must be at most ${coverageLimits.days} days after from`)
  return range
}

/** All that have a binding, if none are named: of very many, those whose bindings are the newest. */
async function entitiesFor(ctx: Context, named: string | undefined) {
  const { entities } = coverageLimits
  if (named !== undefined) {
    const ids = [...new Set(named.split(',').filter((id) => id !== ''))]
    if (ids.length > entities) throw invalid('entityIds', `must be at most ${entities} ids`)
    return { ids, isComplete: true }
  }
  const newest = await recordsOf(ctx, kind).list(kind, {
    where: [],
    limit: entities + 1,
    fields: ['id', 'targetId'],
  })
  const ids = [...new Set(newest.slice(0, entities).map(({ record }) => String(record.targetId)))]
  return { ids, isComplete: newest.length <= entities }
}

/** All bindings of an entity, of which there is at most one for each provider. */
async function bindingsOf(ctx: Context, targetIds: readonly string[]): Promise<readonly Binding[]> {
  if (targetIds.length === 0) return []
  const where = [{ field: 'targetId', in: targetIds }]
  const found = await recordsOf(ctx, kind).list(kind, { where, fields: bindingFields })
  return found.map(({ record }) => record as Binding)
}

function coverageOf(bindings: readonly Binding[], asked: Asked): EntityCoverage {
  const shifts: Shift[] = []
  const gaps: Gap[] = []
  for (const binding of bindings) {
    if (binding.provider !== 'manual') shifts.push(...shiftByProvider(binding, asked.now))
    else {
      const byRota = shiftsByRota(binding, asked)
      shifts.push(...byRota.shifts)
      gaps.push(...byRota.gaps)
    }
  }
  const covered = within(shifts, asked)
  const open = without([asked], covered)
  // What a provider will say, nobody knows.
  const isAsked = bindings.some(({ provider }) => provider !== 'manual')
  const [{ scope: entityKind, targetId: entityId }] = bindings as readonly [Binding]
  return {
    ...{ entityKind, entityId },
    shifts: covered.toSorted((a, b) => a.from - b.from).map((one) => ({ ...one, ...textsOf(one) })),
    gaps: isAsked
      ? []
      : within(gaps, asked)
          .flatMap((gap) => without([gap], covered))
          .map((one) => ({ ...one, ...textsOf(one) })),
    unknown: isAsked ? open.map(textsOf) : [],
  }
}

const textsOf = ({ from, to }: Span) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
