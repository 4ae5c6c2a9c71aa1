import { type Page, pipelineBelow } from './blocks.ts'
import { bash, type Shell } from './shell.ts'

interface Job {
  readonly environment: string
  readonly id_tokens?: Readonly<Record<string, { readonly aud: string }>>
  readonly before_script?: readonly string[]
  readonly script: readonly string[]
  readonly after_script: readonly string[]
}

export interface GitlabOptions {
  /** Where the pipeline is. */
  readonly page?: Page
  /** Signs an ID token of the job, for an audience. */
  readonly sign?: (audience: string) => Promise<string>
}

/** Runs the job like GitLab: its script in one shell, after_script in another, which does not affect the result. */
export async function runOnGitlab({ cwd, env }: Shell, canceled = false, options: GitlabOptions = {}) {
  const { deploy } = await pipelineBelow<{ readonly deploy: Job }>('GitLab CI', options.page)
  const idTokens = await Promise.all(
    Object.entries(deploy.id_tokens ?? {}).map(async ([name, { aud }]) => [name, await options.sign?.(aud)]),
  )
  const variables = { ...env, ...Object.fromEntries(idTokens), CI_ENVIRONMENT_NAME: deploy.environment }
  const lines = [...(deploy.before_script ?? []), ...deploy.script]
  const script = await bash(lines.join('\n'), { cwd, env: variables })
  const status = canceled ? 'canceled' : script.code === 0 ? 'success' : 'failed'
  const after = await bash(deploy.after_script.join('\n'), {
    cwd,
    env: { ...variables, CI_JOB_STATUS: status },
  })
  return { status, ran: [script, after] }
}
