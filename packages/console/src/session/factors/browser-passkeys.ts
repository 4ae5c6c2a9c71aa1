/** What the browser does with passkeys, in the JSON form that the server sends and takes. */

const tooOld =
  'This browser cannot use passkeys here. Use a current one, at an address with https or localhost.'

export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  if (!hasPasskeys()) throw new Error(tooOld)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return inJson(() => navigator.credentials.create({ publicKey }))
}

/** A browser answers one question at a time: what it only offers gives way to what somebody asks for. */
let offer: AbortController | undefined

export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  if (!hasPasskeys()) throw new Error(tooOld)
  offer?.abort()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return inJson(() => navigator.credentials.get({ publicKey }))
}

/** Whether the browser can show passkeys among what it fills into a field. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Offers passkeys without asking for one, until the signal says otherwise. */
export async function offerPasskeys(
  options: PublicKeyCredentialRequestOptionsJSON,
  until: AbortSignal,
): Promise<object> {
  offer = new AbortController()
  const signal = AbortSignal.any([offer.signal, until])
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return inJson(() => navigator.credentials.get({ publicKey, mediation: 'conditional', signal }))
}

async function inJson(ask: () => Promise<Credential | null>): Promise<object> {
  const credential = await ask().catch((error: unknown) => {
    throw new Error(inWords(error), { cause: error })
  })
  return (credential as PublicKeyCredential).toJSON()
}

/** Browsers tell pages little, so that pages learn nothing about who has which passkeys. */
function inWords(error: unknown): string {
  const { name, message } = error as Error
  if (name === 'NotAllowedError') return 'No passkey was used: it was cancelled, or took too long.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return tooOld
  return message
}
