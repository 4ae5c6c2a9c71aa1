import { kinds } from '@svc/model'
import type { Store } from '../../../store/open.ts'
import { endFederatedSessions, useAssertion } from '../../../store/queries/federation.ts'
import { system } from '../../jobs/follower.ts'
import { isText } from '../assertion.ts'
import type { KeySets } from '../key-sets.ts'
import type { KnownProvider } from '../known-provider.ts'
import { Refused } from '../refused.ts'
import { readSignedToken, TokenError } from '../signed-token.ts'
import type { Configurations } from './configuration.ts'
import { checkAudience, checkTimes } from './id-token.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const types = [undefined, 'JWT', 'logout+jwt', 'application/logout+jwt']
/** As long as a token can be new enough. */
const rememberMs = 20 * 60_000
const skewSeconds = 60

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly keySets: KeySets
  readonly configurations: Configurations
}

interface Ending {
  readonly id: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** Ends the sessions that a provider says have ended there. */
export async function endByProvider(tools: Tools, known: KnownProvider, token: string): Promise<void> {
  const { store, now } = tools
  const { id, subject, session } = await readLogoutToken(tools, known, token)
  const { organisation, provider } = known
  await store.write({ partitionId: organisation.home, actor: system, now }, async (change) => {
    const expiresAt = new Date(Date.parse(change.at) + rememberMs).toISOString()
    const place = { homeId: change.partitionId, providerId: provider.id, id: `logout ${id}`, expiresAt }
    if (!(await change.run(useAssertion, place)))
      throw new Refused('invalid_answer', 'The logout token was used before.')
    for (const userId of await endFederatedSessions(change, { providerId: provider.id, subject, session }))
      await change.log('user.signed_out', { kind: kinds.user.name, id: userId }, null, {
        identityProviderId: provider.id,
      })
  })
}

async function readLogoutToken(
  { keySets, configurations, now }: Tools,
  known: KnownProvider,
  token: string,
): Promise<Ending> {
  const { issuer, clientId, endpoints } = await configurations.of(known)
  const { type, claims } = await readSignedToken(keySets, endpoints.jwksUri, token)
  const at = now().getTime() / 1_000
  if (!types.includes(type)) throw new TokenError('The token is of another type.')
  checkAudience(claims, { issuer, clientId })
  checkTimes(claims, at)
  const { exp, events, nonce, jti, sub, sid } = claims
  if (exp !== undefined && (typeof exp !== 'number' || exp <= at - skewSeconds))
    throw new TokenError('The token has expired.')
  if (nonce !== undefined) throw new TokenError('The token is an ID token: it has a nonce.')
  if (!isObject(events) || !isObject(events[event])) throw new TokenError('The token is not about a logout.')
  if (!isText(jti) || jti === '' || jti.length > 200) throw new TokenError('The token has no id.')
  const [subject, session] = [textOf(sub), textOf(sid)]
  if (subject === undefined && session === undefined)
    throw new TokenError('The token says neither whose session has ended nor which.')
  return { id: jti, subject, session }
}

const textOf = (value: unknown): string | undefined => (isText(value) && value !== '' ? value : undefined)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
