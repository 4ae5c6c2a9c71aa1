import type { JsonObject } from '../identity-providers/fetch-json.ts'

const maxPart = 120

/** Which pipeline it was, as people find it again: the repository or project, and the run or job. */
export function runNameOf(claims: JsonObject): string {
  const repository = textIn(claims.repository)
  const run = textIn(claims.run_id)
  if (repository && run) {
    const attempt = textIn(claims.run_attempt)
    return `${repository}, run ${run}${attempt && attempt !== '1' ? `, attempt ${attempt}` : ''}`
  }
  const project = textIn(claims.project_path)
  const job = textIn(claims.job_id)
  if (project && job) return `${project}, job ${job}`
  return repository ?? project ?? textIn(claims.sub) ?? 'unknown'
}

const maxName = 200

/** Who made a change, as the log shows it. */
export const actorNameOf = (trust: string, run: string): string => `${trust} (${run})`.slice(0, maxName)

/** What else helps to find out later what a pipeline did there. */
export const detailsOf = (claims: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['sub', 'ref', 'sha', 'environment', 'actor', 'user_login'].flatMap((name) => {
      const text = textIn(claims[name])
      return text === undefined ? [] : [[name, text]]
    }),
  )

function textIn(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const plain = String(value)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maxPart)
    .trim()
  return plain === '' ? undefined : plain
}
