import { errorTrackerProviders } from './error-tracker-providers.ts'
import { oncallProviders } from './oncall-providers.ts'
import type { Upstream } from './upstream.ts'

const upstreams = { ...oncallProviders, ...errorTrackerProviders } as const

type Upstreams = typeof upstreams
type WithAddress = {
  [K in keyof Upstreams]: Upstreams[K] extends { readonly url: string | null } ? K : never
}[keyof Upstreams]
type Others<U> = U extends { readonly alsoAt: infer O } ? keyof O : never

/** The APIs whose URL an operator can change. */
export type UpstreamName = WithAddress | Others<Upstreams[keyof Upstreams]>

export interface UpstreamAddress {
  readonly name: string
  readonly url: string | null
}

export const upstreamAddresses = Object.fromEntries(
  (Object.entries(upstreams) as [string, Upstream][]).flatMap(([key, { name, url, alsoAt = {} }]) => [
    ...(url === undefined ? [] : [[key, { name, url }]]),
    ...Object.entries(alsoAt),
  ]),
) as Readonly<Record<UpstreamName, UpstreamAddress>>

/** The URL of each; null if there is none. */
export type UpstreamUrls = Readonly<Record<UpstreamName, string | null>>

export const defaultUpstreamUrls = Object.fromEntries(
  Object.entries(upstreamAddresses).map(([key, { url }]) => [key, url]),
) as UpstreamUrls

/** The display name of each product, by its name in the API. */
export const upstreamLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(upstreams).map(([key, { name }]) => [key, name]),
)
