import { allOperations, type JsonSchema, type Operation, type ProblemCode, problems } from '@svc/model'

export const header = (description: string) => ({ description, schema: { type: 'string' } })

/** What any endpoint of its sort can answer with, and what this one adds. */
function problemsOf({
  method,
  path,
  scope,
  body,
  problems: own = [],
  verb,
}: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = [...own]
  if (scope !== null) codes.push('unauthenticated', 'forbidden', 'rate_limited')
  codes.push('invalid_request', 'internal')
  if (path.includes('{') || path === '/sso/settings') codes.push('not_found')
  if (body) codes.push('payload_too_large', 'unsupported_media_type')
  if (method === 'PATCH' || (method === 'DELETE' && verb)) codes.push('precondition_failed')
  if (method === 'POST' && body) codes.push('idempotency_conflict', 'duplicate')
  return [...new Set(codes)]
}

const responseName = (codes: readonly ProblemCode[]): string => codes.toSorted().join('-or-')

export const errorResponses = (operation: Operation): object =>
  Object.fromEntries(
    Map.groupBy(problemsOf(operation), (code) => problems[code].status)
      .entries()
      .map(([status, codes]) => [status, { $ref: `#/components/responses/${responseName(codes)}` }]),
  )

/** Each set of problems that some operation answers with under one status, described once. */
export function responses(): object {
  const sets = allOperations.flatMap((operation) => [
    ...Map.groupBy(problemsOf(operation), (code) => problems[code].status).values(),
  ])
  return Object.fromEntries(sets.map((codes) => [responseName(codes), describeProblems(codes)]))
}

function describeProblems(codes: readonly ProblemCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].about}`).join(' '),
    headers: {
      'X-Request-Id': header('Names the request in the log.'),
      ...(codes.includes('unauthenticated') && { 'WWW-Authenticate': header('Bearer') }),
      ...(codes.includes('rate_limited') && { 'Retry-After': header('Seconds to wait.') }),
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

export const errorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'What was wrong and what is allowed.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
}
