import { Misfit } from '../foreseen.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/

/** https; or http on this very machine, where nobody can listen in and which the operator must have allowed. */
export function requireSecure(text: string, name: string): URL {
  const url = URL.parse(text)
  if (!url) throw new Misfit(`${name} is not a URL.`)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) return url
  throw new Misfit(`${name} must be an https address.`)
}
