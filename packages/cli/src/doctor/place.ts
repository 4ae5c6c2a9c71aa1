import type { PublicUrl, TrustedProxies } from '@svc/server'
import { bad, type Finding, good, note } from './finding.ts'
import { isSvc } from './port.ts'

interface Seen {
  readonly host: string
  readonly port: number
  readonly publicUrl: PublicUrl | undefined
  readonly proxies: TrustedProxies
  /** The list of proxies as it was given. */
  readonly given: string | undefined
}

/** The public address of svc, what depends on it, and which proxies it trusts. */
export async function checkPlace(seen: Seen): Promise<readonly Finding[]> {
  return [await checkPublicUrl(seen), await checkPasskeys(seen), checkProxies(seen)]
}

async function checkPublicUrl({ publicUrl, host, port }: Seen): Promise<Finding> {
  const name = 'public URL'
  if (!publicUrl) {
    if (/^(localhost|127\.|::1$)/.test(host))
      return good(name, `not set: links lead to http://localhost:${port}`)
    return bad(
      name,
      `not set, though svc listens on ${host}: links lead to http://localhost:${port}`,
      'Set the address where people reach svc with --public-url or SVC_PUBLIC_URL.',
    )
  }
  const { url, isSecure } = publicUrl
  const answers = (await isSvc(url)) ? 'svc answers there' : 'svc does not answer there from this machine'
  if (isSecure) return good(name, `${url}: ${answers}`)
  return note(
    name,
    `${url}: ${answers}; without TLS, passwords and sessions can be intercepted`,
    'Put a proxy with TLS in front, and set its address: https://…',
  )
}

/** Browsers make them for a host name only, and only where nobody in between can read along. */
async function checkPasskeys({ publicUrl, port }: Seen): Promise<Finding> {
  const name = 'passkeys'
  const { passkeyTrouble } = await import('@svc/server')
  const url = publicUrl?.url ?? `http://localhost:${port}`
  const trouble = passkeyTrouble(url)
  if (trouble === undefined) return good(name, `work at ${new URL(url).origin} only`)
  return note(name, `do not work: ${trouble.needs}, and the public URL is ${trouble.origin}`, trouble.mend)
}

function checkProxies({ proxies, given }: Seen): Finding {
  const name = 'trusted proxies'
  if (given === undefined) return good(name, 'none: X-Forwarded-* headers are ignored')
  // Addresses reserved for documentation: nobody has them, so only a list that contains everybody contains them.
  if (['192.0.2.1', '198.51.100.1', '203.0.113.1'].every(proxies.has) || proxies.has('2001:db8::1')) {
    return bad(
      name,
      `${given} trusts everybody: any visitor can pretend to come from anywhere`,
      'List only the networks of your proxies.',
    )
  }
  return good(name, `X-Forwarded-* headers of ${given} are trusted`)
}
