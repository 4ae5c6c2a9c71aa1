import { pipelineBelow } from './blocks.ts'
import { bash, type Shell } from './shell.ts'

interface Job {
  readonly environment: string
  readonly script: readonly string[]
  readonly after_script: readonly string[]
}

/** Runs the job like GitLab: its script in one shell, after_script in another, which does not affect the result. */
export async function runOnGitlab({ cwd, env }: Shell, canceled = false) {
  const { deploy } = await pipelineBelow<{ readonly deploy: Job }>('GitLab CI')
  const variables = { ...env, CI_ENVIRONMENT_NAME: deploy.environment }
  const script = await bash(deploy.script.join('\n'), { cwd, env: variables })
  const status = canceled ? 'canceled' : script.code === 0 ? 'success' : 'failed'
  const after = await bash(deploy.after_script.join('\n'), {
    cwd,
    env: { ...variables, CI_JOB_STATUS: status },
  })
  return { status, ran: [script, after] }
}
