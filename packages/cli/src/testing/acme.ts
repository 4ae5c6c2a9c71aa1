import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { jsonOf, scratchDir } from './run-svc.ts'

const createOrg = ['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com']

interface Made {
  readonly organisationId: string
  readonly token: string
}

/** A small organisation in its own store, and a folder to work in. */
export async function acme(t: TestContext) {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data'), SVC_RATE_LIMIT: 'off' }
  const made = await jsonOf<Made>(createOrg, { env })
  return { dir, env, ...made, target: { SVC_DATA_DIR: join(dir, 'target') } }
}

export async function call(
  url: string,
  token: string,
  [method, path]: readonly [string, string],
  body?: unknown,
) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
