import type { Io } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { readMetricsToken } from '../metrics-token.ts'
import { bad, type Finding, good, note } from './finding.ts'

/** Whether one caller can use up the whole server. */
export async function checkRateLimit(text: string | undefined): Promise<Finding> {
  const name = 'rate limit'
  const { readRateLimit } = await import('@svc/server')
  try {
    const limit = readRateLimit(text)
    if (limit) return good(name, `${limit.requests} requests in ${limit.seconds} s per person or key`)
    return note(
      name,
      'off: one caller can use up the whole server, and guess secrets as fast as it answers',
      'Leave out --rate-limit and SVC_RATE_LIMIT, unless a proxy in front limits requests.',
    )
  } catch (error) {
    return bad(name, sentenceOf(error), '"svc serve" does not start with it.')
  }
}

/** Whether the operator's monitoring sees the process. */
export function checkMetricsToken(env: Io['env']): Finding {
  const name = 'metrics token'
  try {
    if (readMetricsToken({ env }) !== undefined)
      return good(name, 'set: /metrics shows the whole process to whoever has it')
    return note(
      name,
      'not set: nobody can read the metrics of the process, such as the last runs of jobs',
      'For your monitoring, set SVC_METRICS_TOKEN: create one with openssl rand -hex 24.',
    )
  } catch (error) {
    return bad(
      name,
      sentenceOf(error),
      '"svc serve" does not start with it. Create one with openssl rand -hex 24.',
    )
  }
}
