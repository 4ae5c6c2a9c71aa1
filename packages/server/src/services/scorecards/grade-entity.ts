import { isDeepStrictEqual } from 'node:util'
import {
  type EntityKind,
  entityKinds,
  type Kinds,
  kindNamed,
  kinds,
  memberFieldOf,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import { slicesOf } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { newId } from '../ids.ts'
import type { Pace } from '../pace.ts'
import { type GradedEntity, grade, isGraded, type ScorecardTerms } from './score.ts'

type Score = Stored<Kinds['score']>

/** Updates one entity's scores on some scorecards to its current state. */
export async function gradeEntity(
  change: Change,
  scorecards: readonly ScorecardTerms[],
  { kind, id, pace }: { readonly kind: EntityKind; readonly id: string; readonly pace: Pace },
): Promise<void> {
  const stored = await change.find(kindNamed(entityKinds[kind]), id)
  if (!stored) return
  const entity = await toEntity(change, kind, { stored, needsPlace: scorecards.some(isPlaced) })
  const where = [
    { field: 'entityId', is: id },
    { field: 'entityKind', is: kind },
    ...(scorecards.length === 1 ? [{ field: 'scorecardId', is: scorecards[0]?.id ?? '' }] : []),
  ]
  const known = new Map(
    (await change.list(kinds.score, { where })).map((score) => [(score.record as Score).scorecardId, score]),
  )
  for (const scorecard of scorecards) {
    await keepScore(change, scorecard, entity, known.get(scorecard.id))
    await pace.pause()
  }
}

/** The fields that grading needs. */
const gradedFields = [
  'name',
  'ownerTeamId',
  'description',
  'lifecycle',
  'archived',
  'tags',
  'domainId',
] as const

/** Read together and graded to the end: what was read is not read again after a pause. */
const atOnce = { limit: 25, bytes: 256 * 1024 }

/**
 * Updates the scores of the next entities of a kind on one scorecard, each read once, until the time is up. Returns
 * the id of the last one; undefined if there are no more.
 */
export async function gradeNext(
  change: Change,
  scorecard: ScorecardTerms,
  { kind, after, pace }: { readonly kind: EntityKind; readonly after: string; readonly pace: Pace },
): Promise<string | undefined> {
  const query = {
    where: [],
    sort: newestFirst,
    after: after === '' ? undefined : [after],
    fields: gradedFields,
    ...atOnce,
  }
  for await (const stored of slicesOf(change, kindNamed(entityKinds[kind]), query)) {
    const ids = stored.map(({ record }) => String(record.id))
    const known = await scoresOn(change, scorecard, { kind, ids })
    for (const one of stored) {
      const entity = await toEntity(change, kind, { stored: one, needsPlace: isPlaced(scorecard) })
      await keepScore(change, scorecard, entity, known.get(entity.id))
      await pace.pause()
    }
    if (pace.isSpent) return ids.at(-1)
  }
  return undefined
}

const newestFirst = { field: 'createdAt', isDescending: true }

/** Removes scores of a kind that a scorecard does not grade. False if the time was up before the last one. */
export async function forgetScores(
  change: Change,
  scorecard: ScorecardTerms,
  { kind, pace }: { readonly kind: EntityKind; readonly pace: Pace },
): Promise<boolean> {
  const where = [
    { field: 'scorecardId', is: scorecard.id },
    { field: 'entityKind', is: kind },
  ]
  for await (const stored of slicesOf(change, kinds.score, { where, ...atOnce })) {
    for (const score of stored) {
      await change.remove(kinds.score, score)
      await pace.pause()
    }
    if (pace.isSpent) return false
  }
  return true
}

async function scoresOn(
  change: Change,
  { id }: ScorecardTerms,
  { kind, ids }: { readonly kind: EntityKind; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (ids.length === 0) return new Map()
  const where = [
    { field: 'scorecardId', is: id },
    { field: 'entityKind', is: kind },
    { field: 'entityId', oneOf: ids },
  ]
  const stored = await change.list(kinds.score, { where })
  return new Map(stored.map((score) => [(score.record as Score).entityId, score]))
}

const isPlaced = ({ scopeSystemId, scopeDomainId }: ScorecardTerms): boolean =>
  scopeSystemId !== null || scopeDomainId !== null

async function keepScore(
  change: Change,
  scorecard: ScorecardTerms,
  entity: GradedEntity,
  before: StoredRecord | undefined,
): Promise<void> {
  if (!isGraded(scorecard, entity)) {
    if (before) await change.remove(kinds.score, before)
    return
  }
  const result = { entityName: entity.name, ...grade(scorecard, entity) }
  if (!before) {
    const identity = {
      id: newId('scr', new Date(change.at)),
      scorecardId: scorecard.id,
      entityKind: entity.kind,
      entityId: entity.id,
    }
    await change.insert(kinds.score, { ...identity, ...result, computedAt: change.at })
  } else if (!isDeepStrictEqual({ ...before.record, ...result }, before.record)) {
    await change.derive(kinds.score, before, { ...before.record, ...result, computedAt: change.at })
  }
}

async function toEntity(
  change: Change,
  kind: EntityKind,
  { stored: { record }, needsPlace }: { readonly stored: StoredRecord; readonly needsPlace: boolean },
): Promise<GradedEntity> {
  const systems = needsPlace ? await systemsOf(change, kind, record) : []
  const ownDomain = kind === 'domain' ? [String(record.id)] : []
  return {
    kind,
    id: String(record.id),
    name: String(record.name),
    ownerTeamId: record.ownerTeamId as string | null,
    description: record.description as string | null,
    lifecycle: record.lifecycle as string | undefined,
    ...(record.archived !== undefined && { archived: record.archived as boolean }),
    ...(record.tags !== undefined && { tags: record.tags as readonly string[] }),
    systemIds: systems.map(({ id }) => id),
    domainIds: [...ownDomain, ...systems.flatMap(({ domainId }) => (domainId === null ? [] : [domainId]))],
  } as GradedEntity
}

/** The fields of a system that scorecards need: its lists of members can be long. */
type Place = Pick<Stored<Kinds['system']>, 'id' | 'domainId'>

async function systemsOf(
  change: Change,
  kind: EntityKind,
  record: StoredRecord['record'],
): Promise<readonly Place[]> {
  if (kind === 'system') return [record as Place]
  const members = memberFieldOf(kind)
  if (members === undefined) return []
  const where = [{ array: members, has: String(record.id) }]
  const stored = await change.list(kinds.system, { where, fields: ['domainId'] })
  return stored.map((system) => system.record as Place)
}
