import { allKinds, allOperations, type Operation, routeOf } from '@svc/model'
import {
  addressedBy,
  addressOf,
  createFixtures,
  type Fields,
  kindInPath,
  requiredQueryOf,
  type TestApp,
  type TestOrganisation,
} from '@svc/server/testing'

export interface Visitor {
  readonly app: TestApp
  readonly organisation: TestOrganisation
}

export interface PreparedRequest {
  readonly operation: Operation
  readonly method: string
  /** From the root of the server. */
  readonly path: string
  readonly body: unknown
  /** The media type of a body that is a file. */
  readonly type?: string | undefined
}

/** A request that would succeed, or nearly, for every operation of the model. */
export async function allRequests({ app, organisation }: Visitor): Promise<readonly PreparedRequest[]> {
  const fixtures = createFixtures({ app, organisation })
  const made = new Map<string, Fields>()
  // What is made in the background may be there already.
  for (const kind of allKinds) made.set(kind.name, await fixtures.make(kind).catch(() => ({ id: 'none' })))
  const projectId = made.get('project')?.id
  const requests: PreparedRequest[] = []
  for (const operation of allOperations) {
    const { method, path, kind, verb, bodyExample, upload } = operation
    const named = kindInPath(path)
    const id = named ? addressedBy(named, made.get(named.name)) : projectId
    const query = requiredQueryOf(operation, projectId)
    requests.push({
      operation,
      method,
      path: `${addressOf(routeOf(operation), id)}${query && `?${query}`}`,
      body:
        kind && verb === 'create'
          ? await fixtures.body(kind)
          : method === 'GET'
            ? undefined
            : (bodyExample ?? upload?.example),
      type: upload?.types[0],
    })
  }
  return requests
}

/** Sends one as the owner. */
export async function ask(
  { app, organisation }: Visitor,
  { method, path, body, type }: Omit<PreparedRequest, 'operation'>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Fields }> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      'x-requested-with': 'svc',
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${organisation.ownerToken}`,
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    },
    ...(body !== undefined && { body: type === undefined ? JSON.stringify(body) : String(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}
