/** The server writes its public URL into the page, if one is configured. */
const publicUrl = document.querySelector<HTMLMetaElement>('meta[name="svc-url"]')?.content ?? ''

/** The prefix of all our paths: empty, or for example /svc. */
export const basePath = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

/** A path with the prefix, as the browser has to request it. */
export const withBasePath = (path: string): string => `${basePath}${path}`

/** The same for a path that may already have the prefix. */
export const ensurePrefix = (path: string): string =>
  path.startsWith(`${basePath}/`) ? path : withBasePath(path)

/** The server that served the page, under whichever host name was used. */
export const endpoint = `${window.location.origin}${basePath}`

/** The public URL: for links and commands that are passed on to others. */
export const shownUrl = publicUrl || endpoint

/** Adds the prefix for those who came directly, not through the proxy: every page has one address. */
export function ensureBasePath(): void {
  const { pathname, search, hash } = window.location
  if (pathname === basePath || pathname.startsWith(`${basePath}/`)) return
  window.history.replaceState(null, '', `${withBasePath(pathname)}${search}${hash}`)
}
