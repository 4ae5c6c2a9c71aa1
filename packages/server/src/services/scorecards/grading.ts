import { entityKindNames, entityKinds, type EntityKind, kindNamed } from '@svc/model'
import type { EventHead } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { endSweep, putSweep, type Sweep, sweepsOf } from '../../store/queries/progress.ts'
import { type Follower, system } from '../jobs/follower.ts'
import { startPace } from '../pace.ts'
import { scorecardsIn } from './cards.ts'
import { gradeEntity } from './grade-entity.ts'
import type { ScorecardTerms } from './score.ts'

const name = 'scorecard-grading'
const sweepChunk = 200
/** How long one batch of grading may keep other writes waiting. */
const shareMs = 100

/**
 * An entity that changed is graded again at once. A changed scorecard, or a system or domain that changes a
 * scorecard's scope, starts a sweep over all entities, in batches.
 */
export const scorecardGrading: Follower = {
  name,

  async handle(change, events) {
    const pace = startPace(shareMs)
    const scorecards = await scorecardsIn(change, pace)
    if (scorecards.length === 0) return events.length
    const graded = new Set<string>()
    const swept = new Set<string>()
    let handled = 0
    for (const event of events) {
      const { subject } = event
      const kind = entityKindNames.find((word) => entityKinds[word] === subject.kind)
      if (kind && event.type !== `${subject.kind}.deleted` && !graded.has(subject.id)) {
        await gradeEntity(change, scorecards, { kind, id: subject.id, pace })
        graded.add(subject.id)
      }
      for (const scorecard of scorecards) if (affectsOthers(event, scorecard)) swept.add(scorecard.id)
      handled += 1
      if (pace.isSpent) break
    }
    for (const subject of swept)
      await change.run(putSweep, name, { partitionId: change.partitionId, subject, position: '' })
    return handled
  },

  async resume(store, now) {
    const sweeps = await store.run(sweepsOf, name)
    for (const sweep of sweeps) await continueSweep(store, sweep, now)
    return sweeps.length > 0
  },
}

/** Whether an event can change the grades of more than its own subject. */
function affectsOthers({ subject }: EventHead, scorecard: ScorecardTerms): boolean {
  if (subject.kind === 'scorecard') return subject.id === scorecard.id
  if (subject.kind === 'system')
    return scorecard.scopeSystemId === subject.id || scorecard.scopeDomainId !== null
  return subject.kind === 'domain' && scorecard.scopeDomainId === subject.id
}

/** One batch of a sweep. Its position is the current kind and the last id graded. */
function continueSweep(store: Store, { partitionId, subject }: Sweep, now: () => Date): Promise<void> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    // Read again inside the transaction: another process may have continued it meanwhile.
    const sweep = (await change.run(sweepsOf, name, partitionId)).find((one) => one.subject === subject)
    if (!sweep) return
    const pace = startPace(shareMs)
    const scorecard = (await scorecardsIn(change, pace)).find(({ id }) => id === subject)
    if (!scorecard) return change.run(endSweep, name, sweep)

    const [at = '', after = ''] = sweep.position.split(' ')
    const index = Math.max(0, entityKindNames.indexOf(at as EntityKind))
    const word = entityKindNames[index] ?? 'component'
    const kind = kindNamed(entityKinds[word])
    const ids = await change.idsBefore(kind, after || undefined, sweepChunk)
    let last = after
    for (const id of ids) {
      await gradeEntity(change, [scorecard], { kind: word, id, pace })
      last = id
      if (pace.isSpent) break
    }
    const isDone = ids.length < sweepChunk && last === (ids.at(-1) ?? after)
    const nextKind = entityKindNames[index + 1]
    if (!isDone) return change.run(putSweep, name, { ...sweep, position: `${word} ${last}` })
    if (nextKind) return change.run(putSweep, name, { ...sweep, position: `${nextKind} ` })
    return change.run(endSweep, name, sweep)
  })
}
