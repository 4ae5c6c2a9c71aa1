import { dayMs, later, nextWorkingTime, skipWeekend, workingTime } from '../calendar.ts'
import { type Issue, issues, reportedDaysAgo } from '../company/issues.ts'
import { type Person, type PersonKey, people } from '../company/people.ts'
import { projectOf } from '../company/projects.ts'
import { teams } from '../company/teams.ts'
import { type Random, randomFor } from '../random.ts'
import { Ref, type Step } from '../step.ts'
import { leadOf } from './catalog.ts'
import { type Move, movesOf } from './issue-moves.ts'

const oldestDays = 135

const writers = people.filter((one: Person) => one.role !== 'viewer' && !one.hasLeft).map(({ key }) => key)

export function planIssues(seed: number, now: Date): readonly Step[] {
  const random = randomFor(seed, 'issues')
  return issues.flatMap((issue, index) => planIssue(issue, `${index}`, { now, random }))
}

interface PlanContext {
  readonly now: Date
  readonly random: Random
}

function planIssue(issue: Issue, key: string, { now, random }: PlanContext): readonly Step[] {
  // The power makes most of them recent and few old.
  const daysAgo = reportedDaysAgo[issue.title] ?? oldestDays * random.next() ** 1.7
  const reportedAt = workingTime(now, daysAgo, random)
  const assignee = random.pick(membersFor(issue))
  const moves = movesOf(issue, random)
  const steps: Step[] = [
    {
      at: reportedAt,
      by: random.chance(0.5) ? random.pick(membersFor(issue)) : random.pick(writers),
      verb: 'create',
      kind: 'issue',
      key,
      fields: reportOf(issue, moves),
    },
  ]
  let at = reportedAt
  for (const move of moves) {
    at = nextWorkingTime(later(at, move.afterDays * dayMs))
    if (at >= now) break
    steps.push({
      at,
      by: move.isTriage ? leadOf(projectOf(issue.project).team) : assignee,
      verb: 'update',
      kind: 'issue',
      key,
      fields: {
        ...move.fields,
        ...(move.assigns && { assignedToUid: new Ref('user', assignee) }),
        ...(move.dueInDays !== undefined && { dueDate: dueDate(at, move.dueInDays) }),
      },
    })
  }
  return steps
}

function membersFor({ project }: Issue): readonly PersonKey[] {
  const team = teams.find(({ key }) => key === projectOf(project).team)
  const members = team?.members.filter((member) => writers.includes(member)) ?? []
  return members.length > 0 ? members : ['anouk', 'hanneke']
}

/** What the reporter wrote, before the team looked at it: they may have misjudged how bad it is. */
function reportOf(issue: Issue, moves: readonly Move[]): Step['fields'] {
  const corrected = moves.find(({ isTriage }) => isTriage)?.fields ?? {}
  return {
    appId: new Ref('project', issue.project),
    title: issue.title,
    description: issue.description,
    labels: issue.labels,
    ...(corrected.severity === undefined && { severity: issue.severity }),
    ...(corrected.issueType === undefined && { issueType: issue.type }),
  }
}

function dueDate(at: Date, days: number): string {
  const day = skipWeekend(later(at, days * dayMs))
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 16)).toISOString()
}
