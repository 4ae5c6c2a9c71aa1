import type { Values } from './command.ts'
import { UsageError } from './failure.ts'

export const publicUrlOption = {
  'public-url': {
    type: 'string',
    value: 'URL',
    about: 'The address where people reach svc, optionally with a path: all links start with it',
    env: 'SVC_PUBLIC_URL',
  },
} as const

/** Where svc is reached: its address, and the proxies in front of it. */
export const placeOptions = {
  ...publicUrlOption,
  'trusted-proxies': {
    type: 'string',
    value: 'LIST',
    about:
      'Networks of proxies, separated by commas, whose X-Forwarded-* headers are trusted; none by default',
    env: 'SVC_TRUSTED_PROXIES',
  },
} as const

export type PlaceValues = Values<typeof placeOptions>

/** Refuses what the server could not use, before anything is opened. */
export async function readPlace(values: PlaceValues) {
  const publicUrl = await readPublicUrl(values['public-url'])
  const { readTrustedProxies } = await import('@svc/server')
  const proxies = said('--trusted-proxies', () => readTrustedProxies(values['trusted-proxies']))
  return { publicUrl, proxies, given: values['trusted-proxies'] || undefined }
}

export async function readPublicUrl(text: string | undefined) {
  if (!text) return undefined
  const server = await import('@svc/server')
  return said('--public-url', () => server.readPublicUrl(text))
}

function said<T>(source: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${source} is wrong: ${error instanceof Error ? error.message : String(error)}`)
  }
}
