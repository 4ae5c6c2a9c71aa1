import { type AnswerOf, graphLimits, type HitNode, kinds, type SpecialOperations } from '@svc/model'
import { worstSlosOf } from '../../store/queries/graph-nodes.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'
import { type Hit, hitsOf } from './hits.ts'
import { inactiveAmong } from './inactive.ts'
import { type Node, nodesOf } from './nodes.ts'

export type Impact = AnswerOf<SpecialOperations['getImpact']>

interface ImpactRequest {
  readonly failing: Entity
  readonly limit: number
  /** Steps; all of them if absent. */
  readonly depth?: number
}

/** What is affected if an entity fails, as far as the catalog knows. */
export async function readImpact(
  ctx: Context,
  { failing, limit, depth = Number.POSITIVE_INFINITY }: ImpactRequest,
): Promise<Impact> {
  // All of them, however far: a near one may be hit hard only by a longer path.
  const { hits: everything, isWhole } = await hitsOf(ctx, failing)
  const unused = await inactiveAmong(
    ctx,
    everything.map(({ entity }) => entity),
  )
  const isUnused = ({ entity }: Hit): boolean => unused.has(entity.id)
  const isNear = ({ distance }: Hit): boolean => distance <= depth
  const hits = everything.filter(isNear)
  const inUse = hits.filter((hit) => !isUnused(hit))
  const notInUse = hits.filter(isUnused)
  const hard = inUse.filter((hit) => hit.isHard).length
  const listed = [...inUse.slice(0, limit), ...notInUse.slice(0, limit)]
  const [of, ...nodes] = await nodesOf(ctx, byIdOf({ entity: failing, distance: 0, isHard: true }, listed))
  if (!of) throw new Error('The entity no longer exists.')
  const isHard = new Map(listed.map(({ entity, isHard }) => [entity.id, isHard]))
  const found = nodes.map(
    (node): HitNode => ({
      ...node,
      criticality: isHard.get(node.id) ? 'hard' : 'soft',
    }),
  )
  const entities = found.filter(({ id }) => !unused.has(id))
  const inactive = found.filter(({ id }) => unused.has(id))
  const slos = await slosAtStake(ctx, [of, ...entities])
  const leftOut = Math.max(0, inUse.length - limit)
  return {
    of,
    entities,
    inactive,
    teams: teamsOf([of, ...entities]),
    onCall: peopleOf([of, ...entities]),
    slos: slos.slice(0, graphLimits.nodes),
    truncated: leftOut > 0 || notInUse.length > limit || slos.length > graphLimits.nodes || !isWhole,
    counts: {
      hard,
      soft: inUse.length - hard,
      further: everything.filter((hit) => !isNear(hit) && !isUnused(hit)).length,
    },
    leftOut,
    leftOutIsExact: isWhole,
  }
}

const byIdOf = (failing: Hit, hits: readonly Hit[]): ReadonlyMap<string, Hit> =>
  new Map([failing, ...hits].map((hit) => [hit.entity.id, hit]))

function teamsOf(nodes: readonly Node[]): Impact['teams'] {
  const owned = Map.groupBy(
    nodes.filter(({ ownerTeamName }) => ownerTeamName !== null),
    ({ ownerTeamId }) => ownerTeamId ?? '',
  )
  return Array.from(owned, ([id, own]) => ({ id, name: own[0]?.ownerTeamName ?? '', entities: own.length }))
}

function peopleOf(nodes: readonly Node[]): Impact['onCall'] {
  const called = Map.groupBy(
    nodes.flatMap(({ onCall }) => onCall ?? []),
    ({ userUid, userEmail, userName }) => userUid ?? userEmail ?? userName,
  )
  return [...called.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { bindingId: _, ...person } = first
    return [{ ...person, entities: others.length + 1 }]
  })
}

/** Worst first, so that the first lines say what matters. */
async function slosAtStake(ctx: Context, nodes: readonly Node[]): Promise<Impact['slos']> {
  const projects = nodes.filter(({ kind }) => kind === 'component').map(({ id }) => id)
  if (projects.length === 0) return []
  return ctx.store.run(worstSlosOf, partitionOf(ctx.caller, kinds.slo), projects, graphLimits.nodes + 1)
}
