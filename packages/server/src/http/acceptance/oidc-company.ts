import assert from 'node:assert/strict'
import { kinds } from '@svc/model'
import {
  type BrowserTab,
  browserTab,
  createFixtures,
  type TestApp,
  type TestOrganisation,
} from '../../testing/index.ts'
import type { Claims, OpenIdIssuer } from '../../testing/openid-issuer.ts'
import type { TabReply } from '../../testing/browser-tab.ts'
import { type Body, bodyOf, make, read } from './checks.ts'

/** An organisation whose people sign in through an issuer. */
export interface Company extends TestOrganisation {
  readonly provider: Body
  /** Verified, and bound to the provider unless said otherwise. */
  readonly domain: string
  /** How often the log says that a sign-in was refused, and why; newest first. */
  refusals(): Promise<readonly { readonly code: string; readonly reason: string }[]>
}

let count = 0

interface CompanyOptions {
  readonly provider?: object
  readonly oidc?: object
  readonly isBound?: boolean
}

export async function oidcCompany(
  app: TestApp,
  issuer: OpenIdIssuer,
  { provider: over = {}, oidc = {}, isBound = true }: CompanyOptions = {},
): Promise<Company> {
  const organisation = await app.organisation()
  const { owner } = organisation
  const keyword = 'oidc-client-secret'
  bodyOf(
    await owner.post('/secrets', {
      name: 'Client secret',
      type: 'text',
      keyword,
      value: issuer.clientSecret,
    }),
    201,
  )
  const provider = await make(owner, '/identity-providers', {
    ...{ name: 'Company', protocol: 'oidc', status: 'active' },
    oidc: { issuer: issuer.issuer, clientId: issuer.clientId, clientSecretVaultKeyword: keyword, ...oidc },
    ...over,
  })
  const domain = `company-${process.pid}-${++count}.example`
  await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
    ...{ normalizedDomain: domain, verificationStatus: 'verified' },
    identityProviderId: isBound ? provider.id : null,
  })
  return {
    ...organisation,
    provider,
    domain,
    refusals: async () => {
      const { auditLog } = await read(owner, '/audit-log?type=sign_in.refused')
      return auditLog.map((event: Body) => event.after)
    },
  }
}

/** A browser that goes where it is sent, until it has come back. */
export interface Visit {
  readonly tab: BrowserTab
  /** Begins a sign-in; says where the provider is. */
  start(provider: Body, query?: string): Promise<URL>
  /** Lets the provider send the browser back; says to where. */
  atProvider(address: URL): Promise<string>
  /** Comes back to svc. */
  comeBack(path: string): Promise<TabReply>
  /** All of it. */
  signIn(provider: Body, person?: Claims): Promise<TabReply>
}

export function visitOf(app: Pick<TestApp, 'url'>, issuer: OpenIdIssuer): Visit {
  const tab = browserTab(app.url)
  const visit: Visit = {
    tab,
    async start({ id }, query = '') {
      const reply = await tab.send('GET', `/auth/oidc/${id}/start${query}`)
      assert.equal(reply.status, 302)
      return new URL(reply.headers.get('location') ?? '')
    },
    async atProvider(address) {
      const answer = await fetch(address, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      return `${back.pathname}${back.search}`
    },
    comeBack: (path) => tab.send('GET', path),
    async signIn(provider, person) {
      if (person) issuer.person = person
      return visit.comeBack(await visit.atProvider(await visit.start(provider)))
    },
  }
  return visit
}

/** The person was let in, and goes where they wanted to. */
export function letIn({ status, headers }: TabReply, to = '/'): void {
  assert.deepEqual([status, headers.get('location')], [303, to])
  assert.match(headers.get('set-cookie') ?? '', /svc_session=svc_ses_/)
}

/** The person was not let in, and is told no more than this code. */
export function turnedAway({ status, headers }: TabReply, code: string): void {
  assert.deepEqual([status, headers.get('location')], [303, `/sign-in?error=${code}`])
  assert.doesNotMatch(headers.get('set-cookie') ?? '', /svc_session/)
}
