import type { Issue } from '../company/issues.ts'
import type { Random } from '../random.ts'

/** One change of an issue, that many days after the one before. */
export interface Move {
  readonly afterDays: number
  readonly isTriage?: true
  readonly assigns?: true
  readonly dueInDays?: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** How much longer than usual things take. */
const paceBySeverity: Readonly<Record<string, number>> = {
  blocker: 0.12,
  critical: 0.3,
  major: 0.8,
  minor: 1.5,
}

const estimates = [30, 60, 120, 240, 480, 960, 1_440, 2_400]

/** Everything that will happen to an issue if it is old enough. */
export function movesOf(issue: Issue, random: Random): readonly Move[] {
  const pace = paceBySeverity[issue.severity] ?? 1
  const triage = triageOf(issue, random, pace)
  const profile = random.next()
  if (profile < 0.06)
    return [triage, { afterDays: random.between(0.1, 20) * pace, fields: { status: 'wontFix' } }]
  if (profile < 0.1)
    return [triage, { afterDays: random.between(0.1, 3) * pace, fields: { status: 'duplicate' } }]
  if (profile < 0.2 && issue.severity === 'minor') return [triage]

  const begin: Move = {
    afterDays: random.between(0.2, 14) * pace,
    assigns: true,
    fields: { status: 'inProgress' },
  }
  const wait: Move = { afterDays: random.between(0.5, 4) * pace, fields: { status: 'blocked' } }
  if (profile >= 0.2 && profile < 0.25) return [triage, begin, wait]
  const resume: Move = { afterDays: random.between(1, 6) * pace, fields: { status: 'inProgress' } }
  const finish: Move = { afterDays: random.between(0.2, 8) * pace, fields: { status: 'fixed' } }
  const verify: Move = { afterDays: random.between(0.5, 4), fields: { status: 'verified' } }
  return [
    triage,
    begin,
    ...(random.chance(0.12) ? [wait, resume] : []),
    finish,
    ...(random.chance(0.7) ? [verify] : []),
  ]
}

function triageOf(issue: Issue, random: Random, pace: number): Move {
  const isMisjudged = issue.severity !== 'minor' && random.chance(0.25)
  const isMistyped = issue.type !== 'bug' && random.chance(0.15)
  return {
    afterDays: random.between(0.05, 3.5) * pace,
    isTriage: true,
    ...(random.chance(0.45) && { assigns: true as const }),
    ...((issue.severity === 'critical' || random.chance(0.15)) && { dueInDays: random.int(3, 21) }),
    fields: {
      status: 'triaged',
      ...(random.chance(0.7) && { estimateMinutes: random.pick(estimates) }),
      ...(isMisjudged && { severity: issue.severity }),
      ...(isMistyped && { issueType: issue.type }),
    },
  }
}
