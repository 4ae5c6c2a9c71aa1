import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import { type LoopbackServer, startHttp } from '../../outbound/testing/servers.ts'
import { token } from '../../services/specs/testing/vcs-servers.ts'
import type { Client, Reply, TestApp } from '../../testing/index.ts'
import { bodyOf, make } from './checks.ts'

/** Repositories with specifications, and organisations that are connected to them. */

export const yaml = 'openapi: 3.1.0\ninfo: {title: Größe}\n'
export const commit = '0123456789abcdef0123456789abcdef01234567'
export const files = {
  'api.yaml': yaml,
  'docs/a b#1.yaml': yaml,
  'docs/sub/openapi.json': '{"openapi":"3.0.0"}',
}
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n'
export const shop = {
  name: 'acme/shop',
  refs: {
    main: { ...files, 'lfs.yaml': pointer, 'large.yaml': `openapi: 3.1.0\n# ${'x'.repeat(3e6)}` },
    'v1.0': files,
    'feature/specs/new': files,
    [commit]: files,
  },
}
export const nested = { name: 'acme/platform/core/shop', refs: { main: files, 'feature/x': files } }

export const page = 'https://github.com/acme/shop/blob/main/api.yaml'

export async function connectVcs(owner: Client, config: object, value = token): Promise<void> {
  await make(owner, '/secrets', { name: 'token', type: 'text', keyword: 'vcs', value })
  const whole = { organisation: 'acme', tokenKeyword: 'vcs', ...config }
  bodyOf(await owner.send('PUT', '/integrations/vcs', { config: whole }))
}

/** What the API answers for a specification at this address; never with the token. */
export async function specAt(owner: Client, specUrl: string): Promise<Reply> {
  const { id } = await make(owner, '/apis', { name: 'x', specUrl })
  const reply = await owner.get(`/apis/${id}/spec`)
  assert.ok(!reply.text.includes(token), reply.text)
  return reply
}

interface Connected {
  readonly owner: Client
  readonly api: LoopbackServer
}

/** Creates an organisation connected to a version control server that answers like this. */
export const connectedIn =
  (app: TestApp) =>
  async (
    t: TestContext,
    provider: string,
    answer: RequestListener,
    more: object = {},
  ): Promise<Connected> => {
    const { owner } = await app.organisation()
    const api = await startHttp(t, answer)
    await connectVcs(owner, { provider, apiUrl: `http://127.0.0.1:${api.port}`, ...more })
    return { owner, api }
  }
