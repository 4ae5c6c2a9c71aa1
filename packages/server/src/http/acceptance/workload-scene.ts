import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestOrganisation } from '../../testing/index.ts'
import type { Claims, OpenIdIssuer } from '../../testing/openid-issuer.ts'
import { type Body, make, read } from './checks.ts'

export const audience = 'https://svc.example.com'

const seconds = (): number => Math.floor(Date.now() / 1_000)

/** As GitHub Actions signs them for a push to main: every id is a text. */
export const githubClaims = ({ issuer }: Pick<OpenIdIssuer, 'issuer'>): Claims => ({
  ...{ iss: issuer, aud: audience, jti: randomUUID() },
  ...{ nbf: seconds() - 10, iat: seconds(), exp: seconds() + 300 },
  sub: 'repo:acme@7654321/shop@1296269:ref:refs/heads/main',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  ref_protected: 'true',
  sha: '0123456789abcdef0123456789abcdef01234567',
  repository: 'acme/shop',
  repository_id: '1296269',
  repository_owner: 'acme',
  repository_owner_id: '7654321',
  repository_visibility: 'private',
  ...{ run_id: '1234', run_number: '10', run_attempt: '1', runner_environment: 'github-hosted' },
  ...{ actor: 'grace', actor_id: '12', event_name: 'push', base_ref: '', head_ref: '', workflow: 'deploy' },
  workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main',
  job_workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main',
})

/** As GitLab signs them for `id_tokens`: ids and booleans are texts. */
export const gitlabClaims = ({ issuer }: Pick<OpenIdIssuer, 'issuer'>): Claims => ({
  ...{ iss: issuer, aud: audience, jti: randomUUID() },
  ...{ nbf: seconds() - 5, iat: seconds(), exp: seconds() + 3_600 },
  sub: 'project_path:acme/shop:ref_type:branch:ref:main',
  ...{ namespace_id: '72', namespace_path: 'acme', project_id: '20', project_path: 'acme/shop' },
  ...{ user_id: '1', user_login: 'grace', user_email: 'grace@acme.example', user_access_level: 'developer' },
  ...{ pipeline_id: '77', pipeline_source: 'push', job_id: '501', sha: '0123456789abcdef' },
  ...{ ref: 'main', ref_type: 'branch', ref_path: 'refs/heads/main', ref_protected: 'true' },
  ...{ environment: 'production', environment_protected: 'true', runner_environment: 'gitlab-hosted' },
})

/** A rule of an organisation; by default for the repository of GitHub above. */
export const trust = (
  { owner }: Pick<TestOrganisation, 'owner'>,
  { issuer }: Pick<OpenIdIssuer, 'issuer'>,
  over: object = {},
): Promise<Body> =>
  make(owner, '/workload-trusts', {
    name: 'Deployments',
    issuer,
    audience,
    conditions: { repository_id: '1296269' },
    scopes: ['read', 'write'],
    ...over,
  })

export interface ExchangeReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const tokenType = 'urn:ietf:params:oauth:token-type:id_token'

export async function exchange(
  url: string,
  subjectToken: string,
  over: Readonly<Record<string, string>> = {},
): Promise<ExchangeReply> {
  const form = new URLSearchParams({
    ...{ grant_type: grantType, subject_token: subjectToken, subject_token_type: tokenType },
    ...over,
  })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: form })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

/** The token that an exchange has given. */
export function exchanged({ status, body }: ExchangeReply): string {
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.access_token)
}

/** Nothing was given, and nothing was said about why. */
export function notExchanged({ status, body }: ExchangeReply, code = 'invalid_request'): void {
  assert.equal(status, 400, JSON.stringify(body))
  assert.equal(body.error, code)
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'])
  assert.doesNotMatch(
    String(body.error_description),
    /repository|project|ref|branch|issuer|audience of|acme|\d{3}/,
    'names no condition',
  )
}

/** Why exchanges were refused, newest first. */
export async function reasons({ owner }: Pick<TestOrganisation, 'owner'>): Promise<readonly string[]> {
  const { auditLog } = await read(owner, '/audit-log?type=workload_trust.refused')
  return auditLog.map((event: Body) => event.after.reason)
}
