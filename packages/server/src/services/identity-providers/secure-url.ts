import { ConfigurationError } from '../expected-errors.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/

/** https; or http on this machine, where nobody can eavesdrop and which the operator must have allowed. */
export function requireSecure(text: string, name: string): URL {
  const url = URL.parse(text)
  if (!url) throw new ConfigurationError(`${name} is not a URL.`)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) return url
  throw new ConfigurationError(`${name} must be an https URL.`)
}
