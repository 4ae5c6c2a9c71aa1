/** Where people and programs reach svc, as set by the operator. */
export interface PublicUrl {
  /** Without a slash at the end. */
  readonly url: string
  readonly origin: string
  /** The prefix of all our addresses: empty, or for example /svc. */
  readonly path: string
  readonly isSecure: boolean
}

/** Our own first path segments: a prefix of the same name could not be told apart from them. */
const ours = [
  'v1',
  'auth',
  'oauth',
  'scim',
  'device',
  'ingest',
  'docs',
  'assets',
  'healthz',
  'readyz',
  'metrics',
]

export function readPublicUrl(text: string): PublicUrl {
  const problem = problemOf(text)
  if (problem) {
    throw new Error(
      `The public URL must be an address such as https://svc.example.com or https://example.com/svc: ${problem}.`,
    )
  }
  const { origin, pathname, protocol } = new URL(text)
  const path = pathname.replace(/\/+$/, '')
  return { url: `${origin}${path}`, origin, path, isSecure: protocol === 'https:' }
}

function problemOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return 'it must start with http:// or https://'
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text)) return 'it is not a valid URL'
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password'
  if (/[?#]/.test(text)) return 'it must not contain ? or #'
  // Written into pages, cookies and headers as it is.
  if (!/^(\/[\w.~-]+)*\/*$/.test(url.pathname)) return 'its path may contain only letters, digits and - . _ ~'
  const [, first = ''] = url.pathname.split('/')
  if (ours.includes(first)) return `its path must not start with /${first}, which svc itself uses`
  return undefined
}

/** The requested path, whether or not a proxy has already stripped the prefix. */
export function withoutPrefix(path: string, url: string): string {
  if (!url.startsWith(path)) return url
  const rest = url.slice(path.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}
