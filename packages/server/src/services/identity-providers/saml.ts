import { X509Certificate } from 'node:crypto'
import { type GuardedFetch, UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { Misfit } from '../foreseen.ts'
import type { SamlSettings } from './behaviour.ts'
import { isStrong } from './key-set.ts'
import { requireSecure } from './secure-url.ts'

const dayMs = 86_400_000
/** Time enough to exchange a certificate without haste. */
const soonDays = 30

/** Whether members could be sent to sign in there, and answers be checked. */
export async function trySaml(
  saml: SamlSettings | null,
  { fetch, now }: { readonly fetch: GuardedFetch; readonly now: Date },
): Promise<Verdict> {
  if (!saml?.ssoUrl) throw new Misfit('There is no ssoUrl to send members to.')
  if (!saml.signingCert) throw new Misfit('There is no signingCert to check answers with.')
  const term = checkCertificate(certificateIn(saml.signingCert), now)
  await checkAddress(fetch, saml.ssoUrl)
  return { ok: true, message: `The certificate is good until ${term}, and ssoUrl answers.` }
}

/** PEM, or its Base64 alone, which is how metadata and many consoles show it. */
function certificateIn(text: string): X509Certificate {
  const isPem = text.includes('-----BEGIN')
  const bare = text.replace(/\s+/g, '')
  if (!isPem && !/^[A-Za-z0-9+/]+={0,2}$/.test(bare))
    throw new Misfit('signingCert is neither PEM nor Base64 of a certificate.')
  try {
    return new X509Certificate(isPem ? text.trim() : Buffer.from(bare, 'base64'))
  } catch {
    throw new Misfit('signingCert is not a certificate that can be read.')
  }
}

/** Until when it is good, with a warning where that is soon. */
function checkCertificate({ validFromDate, validToDate, publicKey }: X509Certificate, now: Date): string {
  if (validToDate < now) throw new Misfit(`The certificate has expired on ${dayOf(validToDate)}.`)
  if (validFromDate > now) throw new Misfit(`The certificate is not valid before ${dayOf(validFromDate)}.`)
  if (!isStrong(publicKey))
    throw new Misfit('The key of the certificate is too weak: RSA needs 2,048 bits or more, or take P-256.')
  const days = Math.floor((validToDate.getTime() - now.getTime()) / dayMs)
  if (days > soonDays) return dayOf(validToDate)
  return `${dayOf(validToDate)}, which is soon (${days === 1 ? '1 day' : `${days} days`})`
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** A sign-in page need not like a request without a sign-in in it; it must only be there. */
async function checkAddress(fetch: GuardedFetch, ssoUrl: string): Promise<void> {
  const { status } = await fetch(requireSecure(ssoUrl, 'ssoUrl').href, { method: 'HEAD' }).catch(leadsOn)
  if (status === 404 || status >= 500) throw new Misfit(`ssoUrl is answered with status ${status}.`)
}

/** Members are often sent on through more hosts than are followed here. */
function leadsOn(error: unknown): { readonly status: number } {
  if (error instanceof UpstreamError && error.reason === 'redirects') return { status: 302 }
  throw error
}
