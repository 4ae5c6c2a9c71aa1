import { X509Certificate } from 'node:crypto'
import { type GuardedFetch, UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { ConfigurationError } from '../expected-errors.ts'
import type { SamlSettings } from './behaviour.ts'
import { isStrong } from './key-set.ts'
import { requireSecure } from './secure-url.ts'

const dayMs = 86_400_000
/** Enough time to replace a certificate without haste. */
const warningDays = 30

/** Whether members could be sent to sign in there, and the responses be verified. */
export async function trySaml(
  saml: SamlSettings | null,
  { fetch, now }: { readonly fetch: GuardedFetch; readonly now: Date },
): Promise<Verdict> {
  if (!saml?.ssoUrl) throw new ConfigurationError('ssoUrl is not set.')
  if (!saml.signingCert) throw new ConfigurationError('signingCert is not set.')
  const term = checkCertificate(certificateIn(saml.signingCert), now)
  await checkAddress(fetch, saml.ssoUrl)
  return { ok: true, message: `The certificate is valid until ${term}, and ssoUrl responds.` }
}

/** PEM, or bare Base64, which is how metadata and many consoles show it. */
function certificateIn(text: string): X509Certificate {
  const isPem = text.includes('-----BEGIN')
  const bare = text.replace(/\s+/g, '')
  if (!isPem && !/^[A-Za-z0-9+/]+={0,2}$/.test(bare))
    throw new ConfigurationError('signingCert must be a certificate as PEM or Base64.')
  try {
    return new X509Certificate(isPem ? text.trim() : Buffer.from(bare, 'base64'))
  } catch {
    throw new ConfigurationError('signingCert is not a valid certificate.')
  }
}

/** Until when it is valid, with a warning if that is soon. */
function checkCertificate({ validFromDate, validToDate, publicKey }: X509Certificate, now: Date): string {
  if (validToDate < now) throw new ConfigurationError(`The certificate expired on ${dayOf(validToDate)}.`)
  if (validFromDate > now)
    throw new ConfigurationError(`The certificate is not valid before ${dayOf(validFromDate)}.`)
  if (!isStrong(publicKey))
    throw new ConfigurationError(
      'The key of the certificate is too weak: use RSA with at least 2,048 bits, or P-256.',
    )
  const days = Math.floor((validToDate.getTime() - now.getTime()) / dayMs)
  if (days > warningDays) return dayOf(validToDate)
  return `${dayOf(validToDate)}, which is soon (${days === 1 ? '1 day' : `${days} days`})`
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** A sign-in page may reject a request that is not a sign-in; it only has to exist. */
async function checkAddress(fetch: GuardedFetch, ssoUrl: string): Promise<void> {
  const { status } = await fetch(requireSecure(ssoUrl, 'ssoUrl').href, { method: 'HEAD' }).catch(leadsOn)
  if (status === 404 || status >= 500) throw new ConfigurationError(`ssoUrl returns status ${status}.`)
}

/** Members are often redirected through more hosts than are followed here. */
function leadsOn(error: unknown): { readonly status: number } {
  if (error instanceof UpstreamError && error.reason === 'redirects') return { status: 302 }
  throw error
}
