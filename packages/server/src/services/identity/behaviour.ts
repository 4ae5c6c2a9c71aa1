import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { partitionOf } from '../context.ts'

type User = Stored<Kinds['user']>
type IdentityProvider = Stored<Kinds['identityProvider']>
type SsoDomain = Stored<Kinds['ssoDomain']>

/** A member's teams are those of the caller's mode that name them. */
export const userBehaviour = behaviour<User>(kinds.user, {
  async derive({ store, caller }, users) {
    const { reader, dialect } = store.engine
    const rows = await reader.all(
      `select value, record_id from elements
       where partition_id = ? and kind = ? and field = ? and ${dialect.oneOf('value')} order by record_id`,
      [
        partitionOf(caller, kinds.team),
        kinds.team.name,
        'memberUids',
        JSON.stringify(users.map(({ id }) => id)),
      ],
    )
    const teams = Map.groupBy(rows, ({ value }) => String(value))
    return users.map((user) => ({
      ...user,
      teamIds: (teams.get(user.id) ?? []).map(({ record_id }) => String(record_id)),
    }))
  },
})

const noSaml = {
  ssoUrl: null,
  signingCert: null,
  nameIdFormat: null,
  signRequests: false,
  spEntityId: null,
  acsUrl: null,
}

const noOidc = {
  clientId: null,
  clientSecretVaultKeyword: null,
  discoveryUrl: null,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  userinfoEndpoint: null,
  jwksUri: null,
  jwksCachedAt: null,
  scopes: [],
}

/** Every field of a record is always present, inside its blocks too. */
export const identityProviderBehaviour = behaviour<IdentityProvider>(kinds.identityProvider, {
  prepare: ({ next }) => ({
    ...next,
    saml: next.saml && { ...noSaml, ...next.saml },
    oidc: next.oidc && { ...noOidc, ...next.oidc },
  }),
})

export const ssoDomainBehaviour = behaviour<SsoDomain>(kinds.ssoDomain, {
  prepare: ({ next, before }, { at }) => ({
    ...next,
    normalizedDomain: next.normalizedDomain.toLowerCase().replace(/\.$/, ''),
    addedAt: before ? before.addedAt : at,
  }),
})
