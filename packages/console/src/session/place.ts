/** The server writes into the page where it is reached; nothing where nobody has said so. */
const publicUrl = document.querySelector<HTMLMetaElement>('meta[name="svc-url"]')?.content ?? ''

/** What stands before every path of ours: empty, or such as /svc. */
export const basePath = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

/** A path of ours as the browser has to ask for it. */
export const ownPath = (path: string): string => `${basePath}${path}`

/** A path of ours that somebody has written, with the prefix or without it. */
export const linkedPath = (path: string): string => (path.startsWith(`${basePath}/`) ? path : ownPath(path))

/** The server that served the page, whichever of its names was typed. */
export const endpoint = `${window.location.origin}${basePath}`

/** How others reach it: for links and commands that are passed on. */
export const shownUrl = publicUrl || endpoint

/** Whoever has come past the proxy, without the prefix, goes on with it: every page has one address. */
export function enterBase(): void {
  const { pathname, search, hash } = window.location
  if (pathname === basePath || pathname.startsWith(`${basePath}/`)) return
  window.history.replaceState(null, '', `${ownPath(pathname)}${search}${hash}`)
}
