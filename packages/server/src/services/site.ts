import { type PublicUrl, readPublicUrl } from './public-url.ts'

/** Where svc is reached. Whatever is handed out – redirects, links, names of svc elsewhere – is derived from it. */
export interface Site {
  /** What the operator has set. */
  readonly configured: PublicUrl | undefined
  /** Without a slash at the end; on this machine if the operator has set nothing. Never taken from a request. */
  url(): string
  /** Says which port it is on this machine, which is known as soon as the server listens. */
  listensAt(port: number): void
}

export function createSite(text: string | undefined): Site {
  const configured = text ? readPublicUrl(text) : undefined
  let local = 'http://localhost'
  return {
    configured,
    url: () => configured?.url ?? local,
    listensAt: (port) => {
      local = port === 80 ? 'http://localhost' : `http://localhost:${port}`
    },
  }
}
