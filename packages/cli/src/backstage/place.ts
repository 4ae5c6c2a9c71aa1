import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a document is: a file of this machine, or an address. */
export type Place = { readonly path: string } | { readonly url: URL }

/** What a person typed. */
export function placeOf(text: string, cwd: string): Place {
  const url = asUrl(text)
  return url ? { url } : { path: resolve(cwd, text) }
}

/**
 * What a document names, relative to its own location. A document from the network cannot point to this
 * machine's files.
 */
export function placeFrom(base: Place, target: string): Place | undefined {
  const named = target.replace(/^url:/, '')
  if ('url' in base) {
    const url = URL.parse(named, base.url)
    return url ? { url } : undefined
  }
  const url = asUrl(named)
  if (url) return { url }
  const path = pathIn(named)
  return path === undefined ? undefined : { path: resolve(dirname(base.path), path) }
}

/** A path as it is, or that of a file: address. */
function pathIn(named: string): string | undefined {
  if (!/^file:\/\//i.test(named)) return named.replace(/^file:/i, '')
  try {
    return fileURLToPath(named)
  } catch {
    return undefined
  }
}

export function asUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) ? (URL.parse(text) ?? undefined) : undefined
}

const secretKey = /token|key|secret|sig|pass|auth|credential/i

/** Safe to show and to store: anything that looks like a credential is removed. */
export function nameOf(place: Place): string {
  if ('path' in place) return place.path
  const url = new URL(place.url)
  url.username = ''
  url.password = ''
  for (const key of [...url.searchParams.keys()]) if (secretKey.test(key)) url.searchParams.delete(key)
  return url.href
}

/** The address of a file itself, if that of its page on a git host was given. */
export function rawUrl(url: URL): URL {
  const raw = new URL(url)
  const [, owner, repo, rest] = /^\/([^/]+)\/([^/]+)\/(?:blob|raw|edit)\/(.+)$/.exec(url.pathname) ?? []
  if (raw.hostname === 'github.com' && rest !== undefined) {
    raw.hostname = 'raw.githubusercontent.com'
    raw.pathname = `/${owner}/${repo}/${rest}`
  } else if (raw.hostname === 'bitbucket.org') {
    raw.pathname = raw.pathname.replace(/^(\/[^/]+\/[^/]+)\/src\//, '$1/raw/')
  } else if (raw.pathname.includes('/-/blob/')) raw.pathname = raw.pathname.replace('/-/blob/', '/-/raw/')
  else if (rest !== undefined) raw.pathname = `/${owner}/${repo}/raw/${rest}`
  return raw
}
