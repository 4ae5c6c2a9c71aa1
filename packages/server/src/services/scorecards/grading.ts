import {
  entityKindNames,
  entityKinds,
  type EntityKind,
  type Kinds,
  kindNamed,
  kinds,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Event } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { endSweep, putSweep, type Sweep, sweepsOf } from '../../store/progress.ts'
import { type Follower, system } from '../jobs/follower.ts'
import { gradeEntity } from './grade-entity.ts'

type Scorecard = Stored<Kinds['scorecard']>

const name = 'scorecard-grading'
const sweepChunk = 200

/**
 * An entity that changed is graded again at once. A scorecard that changed, or a system or domain that moves
 * what is in a scorecard's scope, starts a sweep over all entities, which goes on in pieces.
 */
export const scorecardGrading: Follower = {
  name,

  async handle(change, events) {
    const scorecards = await allScorecards(change)
    if (scorecards.length === 0) return
    const entities = new Map<string, EntityKind>()
    const swept = new Set<string>()
    for (const { event } of events) {
      const kind = entityKindNames.find((word) => entityKinds[word] === event.subject.kind)
      if (kind && event.type !== `${event.subject.kind}.deleted`) entities.set(event.subject.id, kind)
      for (const scorecard of scorecards) if (isWide(event, scorecard)) swept.add(scorecard.id)
    }
    for (const [id, kind] of entities) await gradeEntity(change, scorecards, kind, id)
    for (const subject of swept)
      await putSweep(change.sql, name, { partitionId: change.partitionId, subject, position: '' })
  },

  async goOn(store, now) {
    const sweeps = await sweepsOf(store.engine.reader, name)
    for (const sweep of sweeps) await sweepOn(store, sweep, now)
    return sweeps.length > 0
  },
}

async function allScorecards(change: Change): Promise<readonly Scorecard[]> {
  return (await change.list(kinds.scorecard, { where: [] })).map(({ record }) => record as Scorecard)
}

/** Whether an event can change the grades of more than its own subject. */
function isWide({ subject }: Event, scorecard: Scorecard): boolean {
  if (subject.kind === 'scorecard') return subject.id === scorecard.id
  if (subject.kind === 'system')
    return scorecard.scopeSystemId === subject.id || scorecard.scopeDomainId !== null
  return subject.kind === 'domain' && scorecard.scopeDomainId === subject.id
}

/** One piece of a sweep. Its position is the kind it is at and the last id it graded there. */
function sweepOn(store: Store, { partitionId, subject }: Sweep, now: () => Date): Promise<void> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    // Read again inside the transaction: another process may have gone on meanwhile.
    const sweep = (await sweepsOf(change.sql, name, partitionId)).find((one) => one.subject === subject)
    const held = await change.find(kinds.scorecard, subject)
    if (!sweep) return
    if (!held) return endSweep(change.sql, name, sweep)

    const [at = '', after = ''] = sweep.position.split(' ')
    const index = Math.max(0, entityKindNames.indexOf(at as EntityKind))
    const word = entityKindNames[index] ?? 'component'
    const kind = kindNamed(entityKinds[word])
    const entities = await change.list(kind, {
      where: [],
      limit: sweepChunk,
      ...(after && { after: [after] }),
    })
    for (const { record } of entities)
      await gradeEntity(change, [held.record as Scorecard], word, String(record.id))

    const last = entities.at(-1)
    const isDone = entities.length < sweepChunk
    const nextKind = entityKindNames[index + 1]
    if (!isDone && last)
      return putSweep(change.sql, name, { ...sweep, position: `${word} ${last.record.id}` })
    if (nextKind) return putSweep(change.sql, name, { ...sweep, position: `${nextKind} ` })
    return endSweep(change.sql, name, sweep)
  })
}
