import type { Io } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { readMetricsToken } from '../metrics-token.ts'
import { bad, type Finding, good, note } from './finding.ts'

/** Whether one caller can take all of the server. */
export async function checkRateLimit(text: string | undefined): Promise<Finding> {
  const name = 'rate limit'
  const { readRateLimit } = await import('@svc/server')
  try {
    const limit = readRateLimit(text)
    if (limit) return good(name, `${limit.requests} requests in ${limit.seconds} s for each person or key`)
    return note(
      name,
      'off: one caller can take all of the server, and guess as fast as it answers',
      'Leave out --rate-limit and SVC_RATE_LIMIT, unless a proxy in front counts requests.',
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
      return good(name, 'set: /metrics shows the whole process with it')
    return note(
      name,
      'not set: nobody sees the metrics of the process, the last runs of jobs among them',
      'For your monitoring, set SVC_METRICS_TOKEN: openssl rand -hex 24 makes one.',
    )
  } catch (error) {
    return bad(name, sentenceOf(error), '"svc serve" does not start with it. openssl rand -hex 24 makes one.')
  }
}
