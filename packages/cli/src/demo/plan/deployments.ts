import { hourMs, later, minuteMs, nextWorkingTime, workingTime } from '../calendar.ts'
import { type Person, personOf } from '../company/people.ts'
import { type Project, projects } from '../company/projects.ts'
import { teams } from '../company/teams.ts'
import { runningNow } from '../company/troubles.ts'
import { type Random, randomFor } from '../random.ts'
import { Ref, type Step } from '../step.ts'
import { type Outcome, outcomeOf, type Stage } from './deployment-outcome.ts'
import { stagesOf, type Version, versionsOf } from './releases.ts'

const historyDays = 45

export const planDeployments = (seed: number, now: Date): readonly Step[] =>
  projects
    .filter(({ isArchived, team }) => !isArchived && team !== null)
    .flatMap((project) => planReleases(project, now, randomFor(seed, `deployments/${project.key}`)))

/** Every release goes to the first stage; those that succeed there proceed to the next. */
function planReleases(project: Project, now: Date, random: Random): readonly Step[] {
  const steps: Step[] = []
  const versions = versionsOf(project.platform, random)
  const every = releaseEveryDays(project, random)
  for (let daysAgo = historyDays - random.between(0, every); daysAgo > 0; daysAgo -= every) {
    const version = versions.next()
    let startedAt = workingTime(now, daysAgo, random)
    for (const stage of stagesOf(project.platform)) {
      if (startedAt >= now) break
      const outcome = outcomeOf(stage, { startedAt, now }, random)
      steps.push(toStep({ project, stage, version, startedAt, outcome }, random))
      if (outcome.status !== 'success') break
      startedAt = nextWorkingTime(later(startedAt, random.between(1, 4) * stage.minimumHours * hourMs))
    }
  }
  return [...steps, ...planRunning(project, versions.next(), { now, random })]
}

/** Some are in progress right now. */
function planRunning(
  project: Project,
  version: Version,
  { now, random }: { readonly now: Date; readonly random: Random },
): readonly Step[] {
  const [stage] = stagesOf(project.platform)
  const running = runningNow[project.key]
  if (!stage || !running) return []
  const { minutes, ...state } = running
  const startedAt = later(now, -minutes * minuteMs)
  const outcome = { ...state, errorMessage: null, completedAt: null }
  return [toStep({ project, stage, version, startedAt, outcome }, random)]
}

const releaseEveryDays = ({ platform, key }: Project, random: Random): number => {
  if (platform === 'ios' || platform === 'android') return 14
  return key === 'web-shop' ? 2.5 : random.between(5, 11)
}

interface Deployment {
  readonly project: Project
  readonly stage: Stage
  readonly version: Version
  readonly startedAt: Date
  readonly outcome: Outcome
}

function toStep({ project, stage, version, startedAt, outcome }: Deployment, random: Random): Step {
  const person = random.chance(0.7) ? starterOf(project, random) : null
  const runId = String(random.int(10_000_000_000, 19_999_999_999))
  const { completedAt, ...result } = outcome
  return {
    // Automation reports a deployment when it ends, or while it is in progress.
    at: completedAt ?? startedAt,
    by: null,
    verb: 'insert',
    kind: 'deployment',
    key: `${project.key}/${stage.targetId}/${version.name}/${runId}`,
    fields: {
      appId: new Ref('project', project.key),
      platform: project.platform,
      targetId: stage.targetId,
      targetDisplayName: stage.name,
      buildVersion: version.name,
      versionCode: version.code,
      ...result,
      githubRunId: runId,
      githubRunUrl: `https://github.brambling.example/brambling/${project.key}/actions/runs/${runId}`,
      triggeredByUid: person && new Ref('user', person.key),
      triggeredByName: person?.name ?? 'Release Train',
      releaseVersion: stage.isLast ? version.name : null,
      startedAt: startedAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
    },
  }
}

function starterOf(project: Project, random: Random): Person | null {
  const members = teams.find(({ key }) => key === project.team)?.members ?? []
  const people = members.map((member) => personOf(member)).filter(({ role }) => role !== 'viewer')
  return people.length > 0 ? random.pick(people) : null
}
