import { allOperations, type JsonSchema, type Operation, type ProblemCode, problems } from '@svc/model'

/** A header that an answer always has. */
export const header = (description: string) => ({
  description,
  required: true,
  schema: { type: 'string' },
})

const optionalHeader = (description: string) => ({ ...header(description), required: false })

/** What any endpoint of its kind can answer with, and what this one adds, by status. */
function problemsOf(operation: Operation): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = new Set<ProblemCode>([...(operation.problems ?? []), ...commonProblems(operation)])
  const byStatus = Map.groupBy(codes, (code) => problems[code].status as number)
  // The same key again while its first request is still running.
  if (codes.has('idempotency_conflict'))
    byStatus.set(409, [...(byStatus.get(409) ?? []), 'idempotency_conflict'])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function commonProblems(operation: Operation): readonly ProblemCode[] {
  const { method, path, scope, body, upload, asksOutside, needsRecentSignIn } = operation
  const codes: ProblemCode[] = ['invalid_request', 'headers_too_large', 'internal']
  if (scope !== null) codes.push('unauthenticated', 'forbidden', 'rate_limited', 'unavailable')
  if (scope !== null) codes.push('second_factor_required')
  if (needsRecentSignIn) codes.push('reauthentication_required')
  if (path.includes('{')) codes.push('not_found')
  if (upload) codes.push('request_timeout')
  if (body || upload) codes.push('payload_too_large', 'unsupported_media_type', 'quota_exceeded')
  if (asksOutside) codes.push('unavailable')
  if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') codes.push('precondition_failed')
  if (method === 'POST') codes.push('idempotency_conflict')
  return codes
}

const responseName = (codes: readonly ProblemCode[]): string => codes.toSorted().join('-or-')

export const errorResponses = (operation: Operation): object =>
  Object.fromEntries(
    problemsOf(operation)
      .entries()
      .map(([status, codes]) => [status, { $ref: `#/components/responses/${responseName(codes)}` }]),
  )

/** Each set of problems that some operation answers with under one status, described once. */
export function responses(): object {
  const sets = allOperations.flatMap((operation) => [...problemsOf(operation).values()])
  return Object.fromEntries(sets.map((codes) => [responseName(codes), describeProblems(codes)]))
}

function describeProblems(codes: readonly ProblemCode[]): object {
  const [first = 'internal'] = codes
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].about}`).join(' '),
    headers: {
      'X-Request-Id': header('Identifies the request in the log.'),
      ...(codes.includes('unauthenticated') && { 'WWW-Authenticate': header('Bearer') }),
      ...(codes.includes('rate_limited') && { 'Retry-After': header('Seconds to wait.') }),
      ...(codes.includes('unavailable') && {
        'Retry-After': optionalHeader('Seconds to wait, if known.'),
      }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { code: first, message: problems[first].about, requestId: 'req_5f0c2a9be1d41' },
      },
    },
  }
}

export const errorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'What is wrong and what is allowed.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
  additionalProperties: false,
}
