/** Where people and programs reach svc, as its operator says. */
export interface PublicUrl {
  /** Without a slash at the end. */
  readonly url: string
  readonly origin: string
  /** What comes before every address of ours: empty, or such as /svc. */
  readonly path: string
  readonly isSecure: boolean
}

/** First segments that are ours: a prefix of the same name could not be told from them. */
const ours = ['v1', 'auth', 'ingest', 'docs', 'assets', 'healthz', 'readyz', 'metrics']

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
  if (!/^https?:\/\//i.test(text)) return 'it must begin with http:// or https://'
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text)) return 'it is not a valid URL'
  if (url.username !== '' || url.password !== '') return 'it must not have a user name or password in it'
  if (/[?#]/.test(text)) return 'it must not have ? or # in it'
  // Written into pages, cookies and headers as it is.
  if (!/^(\/[\w.~-]+)*\/*$/.test(url.pathname)) return 'its path may have letters, digits and - . _ ~ only'
  const [, first = ''] = url.pathname.split('/')
  if (ours.includes(first)) return `its path must not begin with /${first}, which is an address of svc itself`
  return undefined
}

/** What was asked for, whether or not a proxy has taken the prefix away. */
export function withoutPrefix(path: string, url: string): string {
  if (!url.startsWith(path)) return url
  const rest = url.slice(path.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}
