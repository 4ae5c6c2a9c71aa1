import assert from 'node:assert/strict'
import { kinds } from '@svc/model'
import {
  type BrowserTab,
  browserTab,
  createFixtures,
  type TestApp,
  type TestOrganisation,
} from '../../testing/index.ts'
import type { TabReply } from '../../testing/browser-tab.ts'
import type { AskedBySp, SamlIssuer } from '../../testing/saml-issuer.ts'
import type { Said } from '../../testing/saml-messages.ts'
import { type Body, make, read } from './checks.ts'

/** An organisation whose people sign in through a SAML provider. */
export interface SamlCompany extends TestOrganisation {
  readonly provider: Body
  /** Verified, and bound to the provider. */
  readonly domain: string
  /** How often the log says that a sign-in was refused, and why; newest first. */
  refusals(): Promise<readonly { readonly code: string; readonly reason: string }[]>
}

interface CompanyOptions {
  readonly provider?: object
  readonly saml?: object
}

let count = 0

/** What a provider of an issuer has to know about it. */
export const settingsFor = (issuer: SamlIssuer) => ({
  ...{ idpEntityId: issuer.entityId, ssoUrl: issuer.ssoUrl, sloUrl: issuer.sloUrl },
  signingCerts: issuer.certificates,
})

export async function samlCompany(
  app: TestApp,
  issuer: SamlIssuer,
  { provider: over = {}, saml = {} }: CompanyOptions = {},
): Promise<SamlCompany> {
  const organisation = await app.organisation()
  const { owner } = organisation
  const provider = await make(owner, '/identity-providers', {
    ...{ name: 'Company', protocol: 'saml', status: 'active', jit: { enabled: true, role: 'member' } },
    saml: { ...settingsFor(issuer), ...saml },
    ...over,
  })
  const domain = `saml-${process.pid}-${++count}.example`
  await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
    ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId: provider.id },
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

/** A browser that goes where it is sent. */
export interface SamlVisit {
  readonly tab: BrowserTab
  /** Begins a sign-in; what the provider is asked. */
  start(provider: Body, query?: string): Promise<AskedBySp>
  /** Brings the provider's answer: the reply of the ACS, or of what it leads to. */
  bring(provider: Body, response: string, relayState?: string): Promise<TabReply>
  /** All of it. */
  signIn(provider: Body, person: Partial<Said>): Promise<TabReply>
}

/** A form that a provider's page sends: without the cookies of svc, which are not for other sites. */
export const post = (app: Pick<TestApp, 'url'>, path: string, form: Readonly<Record<string, string>>) =>
  fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

export const acsOf = ({ id }: Body): string => `/auth/saml/${id}/acs`

export function samlVisit(app: Pick<TestApp, 'url'>, issuer: SamlIssuer): SamlVisit {
  const tab = browserTab(app.url)
  const visit: SamlVisit = {
    tab,
    async start({ id }, query = '') {
      const reply = await tab.send('GET', `/auth/saml/${id}/start${query}`)
      assert.equal(reply.status, 302)
      return issuer.read(new URL(reply.headers.get('location') ?? ''))
    },
    async bring(provider, response, relayState) {
      const sent = {
        SAMLResponse: Buffer.from(response).toString('base64'),
        ...(relayState !== undefined && { RelayState: relayState }),
      }
      const answer = await post(app, acsOf(provider), sent)
      const location = answer.headers.get('location') ?? ''
      const status = answer.status
      await answer.arrayBuffer()
      if (!location.startsWith(`/auth/saml/${provider.id}/finish?handle=`))
        return { status, headers: answer.headers, body: null } as unknown as TabReply
      assert.equal(status, 303)
      assert.equal(answer.headers.get('set-cookie'), null)
      return tab.send('GET', location)
    },
    async signIn(provider, person) {
      const asked = await visit.start(provider)
      return visit.bring(provider, await issuer.respond(issuer.said(asked, person)))
    },
  }
  return visit
}

/** What a provider says of somebody. */
export const person = (
  nameId: string,
  domain: string,
  attributes: Said['attributes'] = {},
): Partial<Said> => ({
  nameId,
  attributes: { email: `${nameId}@${domain}`, displayName: nameId, ...attributes },
})
