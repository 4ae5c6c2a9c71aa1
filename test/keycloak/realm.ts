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
  /** A client as docs/sign-in/keycloak.md describes it; answers with its secret. */
  openIdClient(client: OpenIdClient): Promise<string>
  /** A client for SAML, whose id is the entity id of svc. */
  samlClient(client: SamlClient): Promise<void>
  /** Signs with a new key from now on, and publishes both. */
  rotateKeys(): Promise<void>
}

export interface OpenIdClient {
  readonly clientId: string
  readonly redirectUri: string
  readonly afterLogout: string
  readonly backchannelLogout: string
}

export interface SamlClient {
  readonly entityId: string
  readonly acsUrl: string
  readonly sloUrl: string
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
  const inRealm = (method: string, path: string, body?: object) =>
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
    async openIdClient({ clientId, redirectUri, afterLogout, backchannelLogout }) {
      await inRealm('POST', '/clients', {
        ...{ clientId, protocol: 'openid-connect', publicClient: false, redirectUris: [redirectUri] },
        ...{ standardFlowEnabled: true, directAccessGrantsEnabled: false },
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
    async samlClient({ entityId, acsUrl, sloUrl }) {
      await inRealm('POST', '/clients', {
        ...{ clientId: entityId, protocol: 'saml', redirectUris: [acsUrl], frontchannelLogout: true },
        attributes: {
          'saml.assertion.signature': 'true',
          'saml.server.signature': 'true',
          'saml.client.signature': 'false',
          'saml.force.post.binding': 'true',
          saml_name_id_format: 'persistent',
          saml_assertion_consumer_url_post: acsUrl,
          saml_single_logout_service_url_redirect: sloUrl,
        },
        protocolMappers: [
          groupsMapper('saml'),
          ...['email', 'firstName'].map((property) => ({
            name: property,
            protocol: 'saml',
            protocolMapper: 'saml-user-property-mapper',
            config: {
              'user.attribute': property,
              'attribute.name': property === 'email' ? 'email' : 'name',
              'attribute.nameformat': 'Basic',
            },
          })),
        ],
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
