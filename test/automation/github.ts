import { runInNewContext } from 'node:vm'
import { type Page, pipelineBelow } from './blocks.ts'
import { bash, type Ran, type Shell, type Variables } from './shell.ts'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly env?: Variables
  readonly 'continue-on-error'?: boolean
}

interface Workflow {
  readonly env: Variables
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

export interface GithubRun extends Shell {
  /** Where the workflow is. */
  readonly page?: Page
  readonly secrets: Variables
  /** What people who copy the workflow fill in. */
  readonly filledIn: Variables
  /** Whether a failing step fails because somebody has cancelled the run. */
  readonly isCancelled?: boolean
}

/** Runs the shell steps of the workflow like GitHub; returns the result of the job. */
export async function runOnGithub({ cwd, env, secrets, filledIn, page, isCancelled = false }: GithubRun) {
  const workflow = await pipelineBelow<Workflow>('GitHub Actions', page)
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  const ran: Ran[] = []
  const job = { status: 'success' }
  const evaluated = (variables: Variables = {}): Variables =>
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        // The expression means the same in JavaScript.
        value.replaceAll(/\$\{\{(.*?)\}\}/g, (_, code: string) => runInNewContext(code, { job, secrets })),
      ]),
    )
  for (const { run, if: condition, env: own, 'continue-on-error': mayFail } of steps) {
    if (run === undefined || (job.status !== 'success' && condition !== 'always()')) continue
    const outcome = await bash(run, {
      cwd,
      env: { ...env, ...evaluated(workflow.env), ...filledIn, ...evaluated(own) },
    })
    ran.push(outcome)
    if (outcome.code !== 0 && !mayFail) job.status = isCancelled ? 'cancelled' : 'failure'
  }
  return { status: job.status, ran, workflow }
}
