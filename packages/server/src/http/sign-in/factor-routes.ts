import { invalid, kinds } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { type Caller, writeTo } from '../../services/context.ts'
import {
  beginTotp,
  dropPasskey,
  dropTotp,
  finishTotp,
  readTotp,
  renewRecoveryCodes,
} from '../../services/sign-in/factors/own-factors.ts'
import {
  addPasskey,
  checkPasskey,
  checkRegistration,
  ownPasskeys,
  registrationOptions,
  signInOptions,
} from '../../services/sign-in/factors/passkeys.ts'
import { relyingPartyOf } from '../../services/sign-in/factors/relying-party.ts'
import { newTicketSecret } from '../../services/sign-in/factors/tickets.ts'
import { reauthenticate, waysToProve } from '../../services/sign-in/reauthenticate.ts'
import type { Entry, SignInService } from '../../services/sign-in/sign-in-service.ts'
import { requireRecentSignIn } from '../../services/sign-in/step-up.ts'
import type { Throttle } from '../../services/sign-in/throttle.ts'
import { type Answer, json, noContent } from '../answer.ts'
import { createRateLimiter } from '../rate-limit.ts'
import type { BodyNamed } from './bodies.ts'
import { browserCookie, browserIn, sessionCookie, sessionIn } from './cookie.ts'
import type { OnAnyone, OnSignedIn, SignInOptions } from './on-signed-in.ts'
import { visitorOf } from './visitor.ts'

/**
 * Each challenge is a row, and each sign-in page asks for one: enough for an office behind one IP in the morning, too
 * few to fill a database.
 */
const challengeLimit = { requests: 300, seconds: 60 } as const

interface Binding {
  readonly on: OnAnyone
  readonly onEnrolling: OnSignedIn
  readonly opened: (request: FastifyRequest, entry: Entry, value: unknown) => Answer
}

interface Options extends SignInOptions {
  readonly throttle: Throttle
  readonly signIns: SignInService
}

/** Second factors and passkeys: how people add them, sign in with them, and prove with them that it is still them. */
export function useFactors({ on, onEnrolling, opened }: Binding, options: Options): void {
  const { store, now, site, factorSealer: sealer, throttle, signIns } = options
  const countChallenge = createRateLimiter(challengeLimit, () => now().getTime())

  const partyFor = (request: FastifyRequest) => relyingPartyOf(site, request.headers.origin)

  const checked = (
    request: FastifyRequest,
    { response: { userHandle, ...response }, ...answer }: BodyNamed<'passkeyAnswer'>,
    { isOwnerKnown = true } = {},
  ) =>
    checkPasskey(store, {
      party: partyFor(request),
      browser: browserIn(request),
      isOwnerKnown,
      response: {
        ...answer,
        response: { ...response, ...(typeof userHandle === 'string' && { userHandle }) },
        clientExtensionResults: {},
      },
      at: now(),
    })

  /** What an authenticator shows somebody beside svc. */
  const accountOf = async ({ organisation, actor }: Caller): Promise<string> => {
    const stored = await store.records(organisation.home).find(kinds.user, actor.id ?? '')
    return String(stored?.record.email ?? actor.name ?? actor.id)
  }

  on('POST', '/second-factor', 'secondFactor', async (request) => {
    const { ticket, code, passkey } = request.body
    if ((code === undefined) === (passkey === undefined))
      throw invalid('code', 'is missing: send either a code or the answer of a passkey')
    const proof = passkey === undefined ? { code } : { passkey: await checked(request, passkey) }
    const entry = await signIns.completeSignIn(ticket, proof, visitorOf(request))
    return opened(request, entry, { signedIn: true })
  })

  on('POST', '/passkeys/sign-in/options', null, async (request) => {
    const party = partyFor(request)
    const headers = countChallenge(visitorOf(request).address)
    const browser = browserIn(request) ?? newTicketSecret()
    const made = await signInOptions(store, { party, browser, at: now() })
    return json(200, made, { headers: { ...headers, 'set-cookie': browserCookie(request, browser) } })
  })

  on('POST', '/passkeys/sign-in', 'passkeyAnswer', async (request) => {
    const passkey = await checked(request, request.body, { isOwnerKnown: false })
    const entry = await signIns.signInByPasskey(passkey, visitorOf(request))
    return opened(request, entry, { signedIn: true })
  })

  onEnrolling('GET', '/reauthenticate', null, async (request, caller) =>
    json(200, await waysToProve(store, caller, sessionIn(request) ?? '')),
  )

  onEnrolling('POST', '/reauthenticate', 'reauthenticate', async (request, caller) => {
    const { password, code, passkey } = request.body
    const secret = sessionIn(request) ?? ''
    const given = [password, code, passkey].filter((one) => one !== undefined).length
    if (given === 0) throw invalid('password', 'is missing: send a password, a code or a passkey’s answer')
    if (given > 1) throw invalid('password', 'is not needed: send a password, a code or a passkey’s answer')
    const evidence = passkey === undefined ? { password, code } : { passkey: await checked(request, passkey) }
    const renewed = await reauthenticate({ store, throttle, now, sealer }, caller, { secret, evidence })
    return json(
      200,
      { authenticatedAt: renewed.authenticatedAt },
      { headers: { 'set-cookie': sessionCookie(request, renewed) } },
    )
  })

  onEnrolling('GET', '/totp', null, async (_, caller) => json(200, await readTotp(store, caller)))

  onEnrolling('POST', '/totp', null, async (_, caller) => {
    requireRecentSignIn(caller, now())
    const account = await accountOf(caller)
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      beginTotp(change, caller, { sealer, account }),
    )
    return json(200, made)
  })

  onEnrolling('POST', '/totp/confirm', 'totpCode', async (request, caller) => {
    requireRecentSignIn(caller, now())
    const { code } = request.body
    const recoveryCodes = await writeTo({ store, caller, now }, kinds.user, (change) =>
      finishTotp(change, caller, { sealer, code }),
    )
    return json(200, { recoveryCodes })
  })

  onEnrolling('DELETE', '/totp', null, async (_, caller) => {
    requireRecentSignIn(caller, now())
    await writeTo({ store, caller, now }, kinds.user, (change) => dropTotp(change, caller))
    return noContent
  })

  onEnrolling('POST', '/recovery-codes', null, async (_, caller) => {
    requireRecentSignIn(caller, now())
    const recoveryCodes = await writeTo({ store, caller, now }, kinds.user, (change) =>
      renewRecoveryCodes(change, caller),
    )
    return json(200, { recoveryCodes })
  })

  onEnrolling('GET', '/passkeys', null, async (_, caller) =>
    json(200, { passkeys: await ownPasskeys(store, caller) }),
  )

  onEnrolling('POST', '/passkeys/options', null, async (request, caller) => {
    requireRecentSignIn(caller, now())
    const party = partyFor(request)
    const account = await accountOf(caller)
    return json(200, await registrationOptions(store, caller, { party, account, at: now() }))
  })

  onEnrolling('POST', '/passkeys', 'newPasskey', async (request, caller) => {
    requireRecentSignIn(caller, now())
    const { name = 'Passkey', ...response } = request.body
    const made = await checkRegistration(store, caller, {
      party: partyFor(request),
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof checkRegistration
      >[2]['response'],
      at: now(),
    })
    const { passkey, recoveryCodes } = await writeTo({ store, caller, now }, kinds.user, (change) =>
      addPasskey(change, caller, { ...made, name }),
    )
    return json(201, { ...passkey, recoveryCodes })
  })

  onEnrolling('DELETE', '/passkeys/:id', null, async (request, caller) => {
    requireRecentSignIn(caller, now())
    const { id } = request.params as { readonly id: string }
    await writeTo({ store, caller, now }, kinds.user, (change) => dropPasskey(change, caller, id))
    return noContent
  })
}
