import { entityKindNames, entityKinds, type EntityKind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { EventHead } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { endSweep, putSweep, type Sweep, sweepsOf } from '../../store/queries/progress.ts'
import { type Follower, system } from '../jobs/follower.ts'
import { type Pace, startPace } from '../pace.ts'
import { scorecardsIn } from './cards.ts'
import { forgetScores, gradeEntity, gradeNext } from './grade-entity.ts'
import type { ScorecardTerms } from './score.ts'

const name = 'scorecard-grading'
/** How long one batch of grading may keep other writes waiting. */
const shareMs = 100

/**
 * An entity that changed is graded again at once. A changed scorecard, or a system or domain that changes a
 * scorecard's scope, starts a sweep over all entities of its kinds, in batches.
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
    const position = scorecard && (await sweepOn(change, scorecard, sweep.position, pace))
    if (position === undefined) return change.run(endSweep, name, sweep)
    return change.run(putSweep, name, { ...sweep, position })
  })
}

/**
 * Grades the next entities of the kinds that a scorecard is for. Of the others nothing is read: they can only have
 * scores from before. Returns where it stopped; undefined at the end.
 */
async function sweepOn(
  change: Change,
  scorecard: ScorecardTerms,
  position: string,
  pace: Pace,
): Promise<string | undefined> {
  const [at = '', last = ''] = position.split(' ')
  const start = Math.max(0, entityKindNames.indexOf(at as EntityKind))
  let after = last
  for (const kind of entityKindNames.slice(start)) {
    if (scorecard.applicableKinds.includes(kind)) {
      const end = await gradeNext(change, scorecard, { kind, after, pace })
      if (end !== undefined) return `${kind} ${end}`
    } else if (!(await forgetScores(change, scorecard, { kind, pace }))) return `${kind} `
    after = ''
  }
  return undefined
}
