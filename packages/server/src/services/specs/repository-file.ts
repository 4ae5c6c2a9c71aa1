import type { IntegrationConfigs } from '@svc/model'
import { hostOf } from '../integrations/vcs-host.ts'

type Vcs = IntegrationConfigs['vcs']

/** A file as the URL of its page names it. A branch may contain slashes, so where it ends is unknown. */
export interface RepositoryFile {
  readonly repository: readonly string[]
  readonly refAndPath: readonly string[]
}

/** The file that a page of the connection's host shows; null for every other URL. */
export function fileAt(config: Vcs, address: string): RepositoryFile | null {
  const url = URL.parse(address)
  const parts = url && partsOf(url.pathname)
  if (!parts || !/^https?:$/.test(url.protocol)) return null
  const found = readers[config.provider](
    { host: url.host, parts },
    URL.parse(`https://${hostOf(config)}`)?.host,
  )
  return found && found.refAndPath.length >= 2 ? found : null
}

/** Whether the connection is for this repository: its token may have access to more than it is meant for. */
export function isCovered({ organisation, repositories = [] }: Vcs, { repository }: RepositoryFile): boolean {
  const name = repository.join('/').toLowerCase()
  const home = `${organisation.toLowerCase()}/`
  if (!name.startsWith(home)) return false
  return (
    repositories.length === 0 ||
    repositories.some((one) => [name, name.slice(home.length)].includes(one.toLowerCase()))
  )
}

export interface Reading {
  readonly ref: string
  readonly path: readonly string[]
}

/** The ways to separate ref and path, the likeliest first. Each costs a request, so there are only a few. */
export function readingsOf({ refAndPath }: RepositoryFile): readonly Reading[] {
  const [first = ''] = refAndPath
  const most = commit.test(first) ? 1 : Math.min(refAndPath.length - 1, maxReadings)
  return Array.from({ length: most }, (_, index) => ({
    ref: refAndPath.slice(0, index + 1).join('/'),
    path: refAndPath.slice(index + 1),
  }))
}

const maxReadings = 4
const commit = /^[0-9a-f]{40}([0-9a-f]{24})?$/

/** Decoded, so that nothing hides in an escape; null if a part could lead out of the repository. */
function partsOf(pathname: string): readonly string[] | null {
  try {
    const parts = decodeURIComponent(pathname).split('/').slice(1)
    return parts.some((part) => unsafe.test(part)) ? null : parts
  } catch {
    return null
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no file of a repository is called.
const unsafe = /^\.{0,2}$|[\\\x00-\x1f\x7f]/

interface Page {
  readonly host: string
  readonly parts: readonly string[]
}

type Reader = (page: Page, host: string | undefined) => RepositoryFile | null

const readers: Readonly<Record<Vcs['provider'], Reader>> = {
  github: ({ host, parts }, own) => {
    if (host === (own === 'github.com' ? 'raw.githubusercontent.com' : `raw.${own}`)) return raw(parts)
    if (host !== own) return null
    if (own !== 'github.com' && parts[0] === 'raw') return raw(parts.slice(1))
    return isView(parts[2]) ? { repository: parts.slice(0, 2), refAndPath: bare(parts.slice(3)) } : null
  },

  gitlab: ({ host, parts }, own) => {
    const dash = parts.indexOf('-')
    if (host !== own || dash < 2 || !isView(parts[dash + 1])) return null
    return { repository: parts.slice(0, dash), refAndPath: bare(parts.slice(dash + 2)) }
  },

  bitbucket: ({ host, parts }, own) =>
    host === own && (parts[2] === 'src' || parts[2] === 'raw')
      ? { repository: parts.slice(0, 2), refAndPath: parts.slice(3) }
      : null,
}

const isView = (word: string | undefined): boolean => word === 'blob' || word === 'raw'

const raw = (parts: readonly string[]): RepositoryFile => ({
  repository: parts.slice(0, 2),
  refAndPath: bare(parts.slice(2)),
})

/** `refs/heads/main` is the branch main. */
const bare = (parts: readonly string[]): readonly string[] =>
  parts[0] === 'refs' && (parts[1] === 'heads' || parts[1] === 'tags') ? parts.slice(2) : parts
