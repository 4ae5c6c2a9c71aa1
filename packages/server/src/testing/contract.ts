import assert from 'node:assert/strict'
import { type ProblemCode, problems } from '@svc/model'
import Schema from 'typebox/schema'
import { openApiDocument } from '../http/openapi/document.ts'
import type { Client, Reply } from './client.ts'

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

/** Compiled when the first answer is checked: most suites check none. */
const described = lazily(() => {
  const description = openApiDocument() as Description
  const routes = Object.entries(description.paths)
    .map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      path,
      methods,
    }))
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  return { components: description.components, routes }
})

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A client that checks every answer against the published description. */
export function checkedClient(client: Client): Client {
  const send: Client['send'] = async (method, path, body, headers) => {
    const reply = await client.send(method, path, body, headers)
    checkReply(method, path, reply)
    return reply
  }
  return {
    token: client.token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }
}

/** Fails unless the answer is one that the description of its operation allows. */
export function checkReply(method: string, path: string, reply: Reply): void {
  const { status, headers, body, text } = reply
  const said = `${method} ${path} → ${status} ${text.slice(0, 300)}`
  assert.ok(headers.get('x-request-id'), `${said}: without X-Request-Id`)
  if (status >= 400) checkProblem(reply, said)
  const responses = operationAt(method, path)?.responses
  if (!responses) return
  const response = resolved(responses[status])
  assert.ok(response, `${said}: the description has no such status`)
  const [type = ''] = Object.keys(response.content ?? {})
  if (type !== '' && !response.content?.['application/json']) {
    assert.equal(headers.get('content-type'), type, said)
    return
  }
  const schema = response.content?.['application/json']?.schema
  if (!schema) {
    assert.equal(text, '', `${said}: the description has no body`)
    return
  }
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/, said)
  const validator = validatorOf(schema)
  if (!validator.Check(body)) {
    const [, errors] = validator.Errors(body)
    assert.fail(`${said}: not as described: ${JSON.stringify(errors.slice(0, 5))}`)
  }
  if (method === 'GET' && status === 200) assert.ok(headers.get('etag'), `${said}: without ETag`)
}

/** The fields of an error, its status and its id, whatever the endpoint. */
export function checkProblem({ status, headers, body }: Reply, said: string): void {
  assert.ok(typeof body === 'object' && body !== null, `${said}: without a body`)
  const { details, ...rest } = body
  assert.deepEqual(Object.keys(rest).sort(), ['code', 'message', 'requestId'], said)
  assert.equal(body.requestId, headers.get('x-request-id'), said)
  assert.match(body.message, /\S.*\.$/s, `${said}: the message is not a sentence`)
  const isBusyKey = status === 409 && body.code === 'idempotency_conflict'
  assert.equal(isBusyKey ? 409 : problems[body.code as ProblemCode]?.status, status, said)
  if (status === 401) assert.equal(headers.get('www-authenticate'), 'Bearer', said)
  if (details === undefined) return
  assert.ok(Array.isArray(details) && details.length > 0, said)
  for (const detail of details) assert.deepEqual(Object.keys(detail), ['path', 'message'], said)
}

function operationAt(method: string, path: string) {
  const [bare = ''] = path.split('?')
  return described().routes.find(({ pattern }) => pattern.test(bare))?.methods[method.toLowerCase()]
}

const resolved = (response: Response | undefined): Response | undefined =>
  response?.$ref === undefined
    ? response
    : described().components.responses[response.$ref.split('/')[3] ?? '']

const validators = new Map<object, ReturnType<typeof Schema.Compile>>()

function validatorOf(schema: object): ReturnType<typeof Schema.Compile> {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Schema.Compile({ ...schema, components: described().components })
    validators.set(schema, validator)
  }
  return validator
}
