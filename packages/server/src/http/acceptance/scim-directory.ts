import { request } from 'undici'
import type { Reply, TestApp, TestOrganisation } from '../../testing/index.ts'
import { bodyOf, make } from './checks.ts'

export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Headers = Readonly<Record<string, string>>

/** A directory that talks to `/scim/v2` of an organisation. */
export interface ScimClient {
  readonly token: string
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  put(path: string, body: unknown, headers?: Headers): Promise<Reply>
  patch(path: string, operations: readonly unknown[], headers?: Headers): Promise<Reply>
  delete(path: string, headers?: Headers): Promise<Reply>
}

export function scimClient(url: string, token: string): ScimClient {
  const send: ScimClient['send'] = async (method, path, body, headers = {}) => {
    const response = await request(`${url}/scim/v2${path}`, {
      method: method as 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.body.text()
    const got = new globalThis.Headers()
    for (const [name, value] of Object.entries(response.headers)) got.set(name, String(value))
    return {
      status: response.statusCode,
      headers: got,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body) => send('POST', path, body),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, operations, headers) =>
      send('PATCH', path, { schemas: [patchOp], Operations: operations }, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }
}

/** A new token of an organisation, and the directory that has it. */
export async function directoryOf(
  app: TestApp,
  { owner }: Pick<TestOrganisation, 'owner'>,
  more: object = {},
): Promise<ScimClient> {
  const { token } = await make(owner, '/scim-tokens', { name: 'Directory', ...more })
  return scimClient(app.url, token)
}

let count = 0

/** A user as a directory would send it, with a name that nobody else has. */
export function newPerson(over: object = {}) {
  count += 1
  const userName = `p${process.pid}.${count}@people.example`
  return {
    schemas: [coreUser],
    userName,
    name: { givenName: 'Ada', familyName: `L${count}` },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
    ...over,
  }
}

export const idOf = (reply: Reply, status = 201): string => bodyOf(reply, status).id
