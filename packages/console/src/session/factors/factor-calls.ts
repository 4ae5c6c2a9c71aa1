import { request, requestSignedIn } from '../request.ts'
import { renewing } from '../signed-in-fetch.ts'
import { askPasskey, createPasskey, offerPasskeys } from './browser-passkeys.ts'

export type SecondFactor = 'totp' | 'passkey' | 'recovery'

/** The password was right; one of these has to be shown too. */
export interface SecondStep {
  readonly secondFactor: readonly SecondFactor[]
  readonly ticket: string
}

const challenge = (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  request('POST', '/auth/passkeys/sign-in/options')

const passkeyAnswer = async (): Promise<object> => askPasskey(await challenge())

/** The answer of a passkey that the browser offered beside the e-mail field, once somebody chooses one. */
export const offeredPasskey = async (until: AbortSignal): Promise<object> =>
  offerPasskeys(await challenge(), until)

export const signInWith = (answer: object): Promise<void> => request('POST', '/auth/passkeys/sign-in', answer)

export const signInWithPasskey = async (): Promise<void> => signInWith(await passkeyAnswer())

export const completeWithCode = (ticket: string, code: string): Promise<void> =>
  request('POST', '/auth/second-factor', { ticket, code })

export const completeWithPasskey = async (ticket: string): Promise<void> =>
  request('POST', '/auth/second-factor', { ticket, passkey: await passkeyAnswer() })

/** With what the person can prove who they are. */
export interface WaysToProve {
  readonly ways: readonly ('password' | SecondFactor)[]
  readonly provider: { readonly id: string; readonly protocol: string } | null
}

export const readWaysToProve = (): Promise<WaysToProve> => request('GET', '/auth/reauthenticate')

export const proveBy = (evidence: { readonly password: string } | { readonly code: string }): Promise<void> =>
  renewing(request('POST', '/auth/reauthenticate', evidence))

export async function proveByPasskey(): Promise<void> {
  const passkey = await passkeyAnswer()
  await renewing(request('POST', '/auth/reauthenticate', { passkey }))
}

export interface TotpState {
  readonly confirmedAt: string | null
  readonly recoveryCodesLeft: number
}

export const readTotp = (): Promise<TotpState> => requestSignedIn('GET', '/auth/totp')

export interface NewTotp {
  readonly secret: string
  readonly uri: string
}

export const beginTotp = (): Promise<NewTotp> => requestSignedIn('POST', '/auth/totp')

interface RecoveryCodes {
  readonly recoveryCodes: readonly string[]
}

export const confirmTotp = (code: string): Promise<RecoveryCodes> =>
  requestSignedIn('POST', '/auth/totp/confirm', { code })

export const removeTotp = (): Promise<void> => requestSignedIn('DELETE', '/auth/totp')

export const renewRecoveryCodes = (): Promise<RecoveryCodes> =>
  requestSignedIn('POST', '/auth/recovery-codes')

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

export const readPasskeys = (): Promise<{ readonly passkeys: readonly Passkey[] }> =>
  requestSignedIn('GET', '/auth/passkeys')

export async function addPasskey(
  name: string,
): Promise<Passkey & { readonly recoveryCodes: readonly string[] | null }> {
  const options = await requestSignedIn<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    '/auth/passkeys/options',
  )
  const made = await createPasskey(options)
  return requestSignedIn('POST', '/auth/passkeys', { name, ...made })
}

export const removePasskey = (id: string): Promise<void> =>
  requestSignedIn('DELETE', `/auth/passkeys/${encodeURIComponent(id)}`)
