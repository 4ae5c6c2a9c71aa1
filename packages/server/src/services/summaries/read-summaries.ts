import { type EntitySummary, kinds, summaryLimits } from '@svc/model'
import { type Shift, shiftsFor } from '../../store/queries/oncall.ts'
import { type Context, partitionOf } from '../context.ts'
import { inParts } from '../in-parts.ts'
import { hasEnded } from '../oncall/on-call-now.ts'
import { costsOf, deploymentsOf, driftOf, errorsOf, issuesOf, runbooksOf, slosOf } from './combine.ts'
import { factsOf } from './facts.ts'
import { gradesOf } from './scores.ts'
import { type Asked, type Subject, subjectsOf } from './subjects.ts'

/** What matters about each of some entities, without those that do not exist. */
export async function readSummaries(
  ctx: Context,
  asked: readonly Asked[],
): Promise<readonly EntitySummary[]> {
  const subjects = await subjectsOf(ctx, asked)
  const facts = await factsOf(ctx, [...new Set(subjects.flatMap(({ appIds }) => appIds))])
  const grades = await gradesOf(ctx, subjects)
  const onCall = await onCallOf(ctx, subjects)
  return subjects.map((subject) => {
    const { kind, id, name, appIds, isWhole } = subject
    return {
      kind,
      id,
      name,
      projects: {
        count: appIds.length,
        isExact: isWhole,
        ids: appIds.length > summaryLimits.named ? [] : appIds,
      },
      slos: slosOf(appIds, facts),
      deployments: deploymentsOf(appIds, facts),
      issues: issuesOf(appIds, facts),
      scores: grades.own(subject),
      projectScores: grades.ofProjects(subject),
      costs: costsOf(appIds, facts),
      drift: driftOf(appIds, facts),
      errors: errorsOf(appIds, facts),
      ...onCall(subject),
      runbooks: runbooksOf(appIds, facts),
    }
  })
}

type OnCall = Pick<EntitySummary, 'onCall' | 'hasOnCall'>

/** By its own binding, otherwise by one of the team that owns it; of several the oldest. */
async function onCallOf(ctx: Context, subjects: readonly Subject[]): Promise<(subject: Subject) => OnCall> {
  const at = ctx.now().toISOString()
  const partition = partitionOf(ctx.caller, kinds.oncallBinding)
  const targets = new Set(
    subjects.flatMap(({ id, ownerTeamId }) => [id, ...(ownerTeamId ? [ownerTeamId] : [])]),
  )
  const shifts = await inParts([...targets], (ids) => ctx.store.run(shiftsFor, partition, ids))
  return ({ id, ownerTeamId }) => {
    const all = [
      ...(shifts.get(id) ?? []),
      ...(ownerTeamId === id ? [] : (shifts.get(ownerTeamId ?? '') ?? [])),
    ]
    return { onCall: all.flatMap((shift) => currentIn(shift, at))[0] ?? null, hasOnCall: all.length > 0 }
  }
}

const currentIn = (
  { userName, until, ...shift }: Shift,
  at: string,
): readonly NonNullable<EntitySummary['onCall']>[] =>
  userName === null || hasEnded(until, at) ? [] : [{ ...shift, userName, until }]
