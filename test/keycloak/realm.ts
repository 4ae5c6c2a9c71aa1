import type { Page } from 'playwright-core'
import type { RunningKeycloak } from './keycloak-process.ts'

export const password = 'a long walk by the river'

export interface Person {
  readonly id: string
  readonly username: string
  readonly email: string
}

export interface Realm {
  readonly name: string
  readonly url: string
  /** Somebody in these groups, which exist. */
  person(username: string, groups: readonly string[]): Promise<Person>
  setEnabled(person: Person, isEnabled: boolean): Promise<void>
  /** As an administrator who ends all sessions of somebody. */
  endSessions(person: Person): Promise<void>
  /** As somebody who signs out on a page of Keycloak's own. */
  signOut(page: Page): Promise<void>
  /** A client as docs/sign-in/keycloak.md describes it; answers with its secret. */
  openIdClient(client: OpenIdClient): Promise<string>
  /** A client for SAML, imported from the metadata of svc and changed as the page says; one of before is replaced. */
  samlClient(metadata: string, options?: SamlOptions): Promise<void>
  /** Signs with a new key from now on, and publishes both. */
  rotateKeys(): Promise<void>
}

export interface OpenIdClient {
  readonly clientId: string
  readonly redirectUri: string
  readonly afterLogout: string
  readonly backchannelLogout: string
}

export interface SamlOptions {
  /** Whether browsers carry the news that somebody has signed out, instead of Keycloak itself. */
  readonly isFrontChannel?: boolean
}

interface Options {
  readonly name: string
  /** The mail domain of its people. */
  readonly domain: string
  readonly groups: readonly string[]
}

/** A realm of its own for each suite, so that none sees what another has changed. */
export async function makeRealm(
  { url, admin }: RunningKeycloak,
  { name, domain, groups }: Options,
): Promise<Realm> {
  await admin('POST', '/realms', { realm: name, enabled: true, sslRequired: 'none' })
  const inRealm = (method: string, path: string, body?: object | string) =>
    admin(method, `/realms/${name}${path}`, body)
  for (const group of groups) await inRealm('POST', '/groups', { name: group })

  return {
    name,
    url: `${url}/realms/${name}`,
    async person(username, of) {
      const email = `${username}@${domain}`
      await inRealm('POST', '/users', {
        ...{ username, email, emailVerified: true, enabled: true },
        ...{ firstName: username, lastName: 'Example', groups: of.map((group) => `/${group}`) },
        credentials: [{ type: 'password', value: password, temporary: false }],
      })
      const [{ id }] = await inRealm('GET', `/users?username=${username}&exact=true`)
      return { id, username, email }
    },
    async setEnabled({ id }, enabled) {
      await inRealm('PUT', `/users/${id}`, { ...(await inRealm('GET', `/users/${id}`)), enabled })
    },
    async endSessions({ id }) {
      await inRealm('POST', `/users/${id}/logout`)
    },
    async signOut(page) {
      await page.goto(`${url}/realms/${name}/protocol/openid-connect/logout`)
      await page.locator('#kc-logout').click()
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
    },
    async openIdClient({ clientId, redirectUri, afterLogout, backchannelLogout }) {
      await inRealm('POST', '/clients', {
        ...{ clientId, protocol: 'openid-connect', publicClient: false, redirectUris: [redirectUri] },
        ...{ standardFlowEnabled: true, directAccessGrantsEnabled: false, frontchannelLogout: false },
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'post.logout.redirect.uris': afterLogout,
          'backchannel.logout.url': backchannelLogout,
          'backchannel.logout.session.required': 'true',
        },
        protocolMappers: [groupsMapper('openid-connect')],
      })
      const [{ id }] = await inRealm('GET', `/clients?clientId=${clientId}`)
      return (await inRealm('GET', `/clients/${id}/client-secret`)).value
    },
    async samlClient(metadata, { isFrontChannel = false } = {}) {
      const described = await inRealm('POST', '/client-description-converter', metadata)
      const [before] = await inRealm('GET', `/clients?clientId=${encodeURIComponent(described.clientId)}`)
      if (before) await inRealm('DELETE', `/clients/${before.id}`)
      await inRealm('POST', '/clients', {
        ...described,
        frontchannelLogout: isFrontChannel,
        protocolMappers: [groupsMapper('saml'), ...predefinedMappers],
      })
    },
    async rotateKeys() {
      const { id } = await admin('GET', `/realms/${name}`)
      await inRealm('POST', '/components', {
        ...{ name: 'newer', providerId: 'rsa-generated', providerType: 'org.keycloak.keys.KeyProvider' },
        ...{ parentId: id, config: { priority: ['200'] } },
      })
    },
  }
}

const groupsMapper = (protocol: 'openid-connect' | 'saml') =>
  protocol === 'saml'
    ? {
        ...{ name: 'groups', protocol, protocolMapper: 'saml-group-membership-mapper' },
        config: {
          ...{ 'attribute.name': 'groups', 'attribute.nameformat': 'Basic' },
          ...{ single: 'true', 'full.path': 'false' },
        },
      }
    : {
        ...{ name: 'groups', protocol, protocolMapper: 'oidc-group-membership-mapper' },
        config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
      }

/** Those of the name `X500 …`. */
const predefinedMappers = [
  ['email', 'urn:oid:1.2.840.113549.1.9.1'],
  ['firstName', 'urn:oid:2.5.4.42'],
  ['lastName', 'urn:oid:2.5.4.4'],
].map(([property, name]) => ({
  ...{ name: property, protocol: 'saml', protocolMapper: 'saml-user-property-mapper' },
  config: {
    ...{ 'user.attribute': property, 'attribute.name': name },
    'attribute.nameformat': 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
  },
}))
