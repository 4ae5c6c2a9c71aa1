import type { X509Certificate } from 'node:crypto'
import { type GuardedFetch, UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { ConfigurationError } from '../expected-errors.ts'
import { certificateIn, dayOf, termOf, tooWeak } from './certificate.ts'
import type { SamlSettings } from './complete.ts'
import { isStrong } from './key-set.ts'
import { requireSecure } from './secure-url.ts'

/** Whether members could be sent to sign in there, and the responses be verified. */
export async function trySaml(
  saml: SamlSettings | null,
  { fetch, now }: { readonly fetch: GuardedFetch; readonly now: Date },
): Promise<Verdict> {
  if (!saml?.ssoUrl) throw new ConfigurationError('ssoUrl is not set.')
  if (saml.signingCerts.length === 0) throw new ConfigurationError('signingCert is not set.')
  const term = checkCertificates(saml.signingCerts.map(certificateIn), now)
  await checkAddress(fetch, saml.ssoUrl)
  return { ok: true, message: `The certificate is valid until ${term}, and ssoUrl responds.` }
}

/** Of several, one that is in order is enough. Those that are not are reported if there is no other. */
function checkCertificates(certificates: readonly X509Certificate[], now: Date): string {
  const valid = certificates.filter((one) => problemOf(one, now) === undefined)
  const last = valid.toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime())[0]
  if (last) return termOf(last, now)
  const [first] = certificates
  throw new ConfigurationError((first && problemOf(first, now)) ?? 'signingCert is not set.')
}

function problemOf(
  { validFromDate, validToDate, publicKey }: X509Certificate,
  now: Date,
): string | undefined {
  if (validToDate < now) return `The certificate expired on ${dayOf(validToDate)}.`
  if (validFromDate > now) return `The certificate is not valid before ${dayOf(validFromDate)}.`
  return isStrong(publicKey) ? undefined : tooWeak
}

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
