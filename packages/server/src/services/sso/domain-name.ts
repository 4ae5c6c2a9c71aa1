import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { invalid } from '@svc/model'

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^(${label}\\.)+${label}$`)

/** Public mail providers: no organisation can speak for everyone with an address there. */
const mailProviders: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...['ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.net', 'gmx.de', 'gmx.com', 'gmx.at'],
  ...['web.de', 't-online.de', 'freenet.de', 'proton.me', 'protonmail.com', 'pm.me', 'tutanota.com'],
  ...['tuta.io', 'fastmail.com', 'hey.com', 'zoho.com', 'mail.com', 'mail.ru', 'yandex.ru', 'yandex.com'],
  ...['qq.com', '163.com', '126.com', 'sina.com', 'naver.com', 'daum.net', 'orange.fr', 'free.fr'],
  ...['laposte.net', 'wanadoo.fr', 'libero.it', 'hotmail.co.uk', 'yahoo.co.uk', 'yahoo.co.jp'],
  ...['btinternet.com', 'comcast.net', 'rediffmail.com', 'uol.com.br', 'bol.com.br'],
])

/** A domain as the DNS knows it, which is how a verified one is stored; empty if it cannot be one. */
export const nameInDns = (domain: string): string => domainToASCII(domain.replace(/\.$/, ''))

/** A domain as the DNS knows it, or a refusal that says why no organisation can own it. */
export async function ownableDomain(given: string): Promise<string> {
  const domain = nameInDns(given)
  if (isIP(domain) !== 0) throw refused('is an IP address; it must be a domain such as example.com')
  if (!hostName.test(domain)) throw refused('is not a domain name such as example.com')
  if (mailProviders.has(domain)) throw refused('belongs to a public mail provider; use a domain of your own')
  const { getPublicSuffix } = await import('tldts') // a long list, loaded when the first domain is checked
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    throw refused('is a public suffix, under which anyone can register; use a domain below it')
  return domain
}

const refused = (why: string) => invalid('normalizedDomain', why)
