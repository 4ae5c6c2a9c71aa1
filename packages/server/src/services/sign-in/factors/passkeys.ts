import { randomBytes } from 'node:crypto'
import { CatalogError, invalid } from '@svc/model'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Access } from '../../../store/access.ts'
import type { Change } from '../../../store/change.ts'
import type { Store } from '../../../store/open.ts'
import {
  factorsOf,
  findPasskey,
  insertPasskey,
  type Passkey,
  passkeysOf,
  usePasskey,
} from '../../../store/queries/second-factors.ts'
import type { Caller } from '../../context.ts'
import { newId } from '../../ids.ts'
import { factorAdded, giveRecoveryCodes, personOf } from './own-factors.ts'
import type { RelyingParty } from './relying-party.ts'
import { issueTicket, newTicketSecret, readTicket, useUpTicket } from './tickets.ts'

/** Loaded with the first passkey: the start of the server does not wait for it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

const maxPasskeys = 20
const timeoutMs = 5 * 60_000
/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const algorithms = [-8, -7, -257]

export interface ShownPasskey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

const shown = ({ id, name, createdAt, usedAt }: Passkey): ShownPasskey => ({ id, name, createdAt, usedAt })

export const ownPasskeys = async (access: Access, caller: Caller): Promise<readonly ShownPasskey[]> =>
  (await access.run(passkeysOf, personOf(caller))).map(shown)

interface Registration {
  readonly homeId: string
  readonly userId: string
  readonly userHandle: string
}

export async function registrationOptions(
  store: Store,
  caller: Caller,
  { party, account, at }: { readonly party: RelyingParty; readonly account: string; readonly at: Date },
) {
  const person = personOf(caller)
  const existing = await store.run(passkeysOf, person)
  if (existing.length >= maxPasskeys)
    throw new CatalogError(
      'quota_exceeded',
      `You have ${maxPasskeys} passkeys, the maximum. Remove one first.`,
    )
  const userHandle = existing[0]?.userHandle ?? randomBytes(32).toString('base64url')
  const challenge = newTicketSecret()
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'svc',
    rpID: party.id,
    userID: bytesOf(userHandle),
    userName: account,
    userDisplayName: caller.actor.name ?? account,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  const data: Registration = { homeId: person.homeId, userId: person.userId, userHandle }
  const browser = caller.credential.id
  await store.transaction((tx) =>
    issueTicket(tx, { secret: challenge, purpose: 'passkey-registration', browser, data, at }),
  )
  return options
}

/** A challenge that cannot be read is like one that was never issued. */
function challengeIn(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as {
      readonly challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export interface NewPasskey {
  readonly passkey: ShownPasskey
  /** For the first factor of a person only. */
  readonly recoveryCodes: readonly string[] | null
}

/** A passkey that was just made, by its owner, for this host. */
export interface CheckedRegistration {
  readonly userHandle: string
  readonly made: WebAuthnCredential
}

/** Uses up the challenge, whatever comes of it. */
export async function checkRegistration(
  store: Store,
  caller: Caller,
  {
    party,
    response,
    at,
  }: { readonly party: RelyingParty; readonly response: RegistrationResponseJSON; readonly at: Date },
): Promise<CheckedRegistration> {
  const person = personOf(caller)
  const challenge = challengeIn(response.response.clientDataJSON)
  const browser = caller.credential.id
  const { userHandle, ...owner } = await store.transaction(async (tx) => {
    const given = { secret: challenge, purpose: 'passkey-registration', browser, at } as const
    const issued = await readTicket<Registration>(tx, given)
    await useUpTicket(tx, challenge)
    return issued
  })
  if (owner.homeId !== person.homeId || owner.userId !== person.userId) throw notRegistered()
  return { userHandle, made: await registered(party, challenge, response) }
}

export async function addPasskey(
  change: Change,
  caller: Caller,
  { name, userHandle, made }: CheckedRegistration & { readonly name: string },
): Promise<NewPasskey> {
  const person = personOf(caller)
  const isFirst = (await change.run(factorsOf, person)).length === 0
  const passkey: Passkey = {
    ...person,
    id: newId('psk', new Date(change.at)),
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    userHandle,
    name: name.trim(),
    transports: (made.transports ?? []).slice(0, 10).map((one) => String(one).slice(0, 40)),
    createdAt: change.at,
    usedAt: null,
  }
  if (!(await change.run(insertPasskey, passkey)))
    throw new CatalogError('duplicate', 'This passkey is registered already.')
  const recoveryCodes = isFirst ? await giveRecoveryCodes(change, person) : null
  await factorAdded(change, caller, { isFirst, event: 'user.passkey_added' })
  return { passkey: shown(passkey), recoveryCodes }
}

async function registered(party: RelyingParty, challenge: string, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await library()
  try {
    await refuseCertificates(response)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (verified) return registrationInfo.credential
  } catch {
    // Whatever was wrong with it, the answer is the same.
  }
  throw notRegistered()
}

/**
 * None is asked for, and browsers then send none. One that is sent anyway could name addresses at which to look for
 * revoked certificates.
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await helpers()
  const statement = decodeAttestationObject(bytesOf(response.attestationObject)).get('attStmt')
  if (statement.get('x5c') !== undefined || statement.get('response') !== undefined) throw notRegistered()
}

const notRegistered = (): CatalogError =>
  invalid('response', 'is not a passkey that was made here just now, with the person verified by the device')

/** Whoever has a passkey for this host may answer: who they are is in the answer. */
export async function signInOptions(
  store: Store,
  { party, browser, at }: { readonly party: RelyingParty; readonly browser: string; readonly at: Date },
) {
  const challenge = newTicketSecret()
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    userVerification: 'required',
  })
  await store.transaction((tx) =>
    issueTicket(tx, { secret: challenge, purpose: 'passkey-sign-in', browser, data: null, at }),
  )
  return options
}

interface Answer {
  readonly party: RelyingParty
  readonly browser: string | undefined
  /** Whether it is known already whose passkey it must be: then the authenticator need not say. */
  readonly isOwnerKnown: boolean
  readonly response: AuthenticationResponseJSON
  readonly at: Date
}

/** A passkey whose signature was checked, which still has to be used within a change. */
export interface CheckedPasskey {
  readonly passkey: Passkey
  readonly counter: number
}

/** Why it was refused is the same for all, outside; whose passkey it is, if anybody's, is for the log. */
export type PasskeyVerdict =
  | (CheckedPasskey & { readonly isGood: true })
  | { readonly isGood: false; readonly passkey: Passkey | undefined }

/** Uses up the challenge, whatever comes of it. */
export async function checkPasskey(
  store: Store,
  { party, browser, isOwnerKnown, response, at }: Answer,
): Promise<PasskeyVerdict> {
  const challenge = challengeIn(response.response.clientDataJSON)
  const passkey = await store.run(findPasskey, response.id)
  const refused = { isGood: false, passkey } as const
  try {
    await store.transaction(async (tx) => {
      await readTicket(tx, { secret: challenge, purpose: 'passkey-sign-in', browser, at })
      await useUpTicket(tx, challenge)
    })
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'unauthenticated') return refused
    throw error
  }
  const { userHandle } = response.response
  const isOwners = userHandle === undefined ? isOwnerKnown : userHandle === passkey?.userHandle
  if (!passkey || !isOwners) return refused
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? { isGood: true, passkey, counter: authenticationInfo.newCounter } : refused
  } catch {
    return refused
  }
}

/** Whether it is still registered and its counter has gone on since. */
export const noteUse = (change: Change, { passkey, counter }: CheckedPasskey): Promise<boolean> =>
  change.run(usePasskey, passkey, { counter, at: change.at })

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))
