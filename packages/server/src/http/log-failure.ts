import { type CatalogError, problems } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../services/database-outage.ts'
import type { Log } from '../services/jobs/log.ts'
import { loggedPath } from './logged-path.ts'

/** Logs what went wrong here; what a client did wrong is their business. */
export function logFailure(log: Log, problem: CatalogError, request: FastifyRequest): void {
  // That the database is away is said once, not by each request that notices; a refusal of ours has no cause.
  const isKnown =
    problem.code === 'upstream_unavailable' ||
    problem.cause instanceof DatabaseUnavailable ||
    (problem.code === 'unavailable' && problem.cause === undefined)
  if (problem.status < 500 || problems[problem.code].status < 500 || isKnown) return
  const cause = problem.cause instanceof Error ? problem.cause.stack : String(problem.cause)
  // Without the query: a secret that was pasted there must not stay in a log.
  const path = loggedPath(request.url)
  log({ level: 'error', requestId: request.id, method: request.method, path, error: cause })
}
