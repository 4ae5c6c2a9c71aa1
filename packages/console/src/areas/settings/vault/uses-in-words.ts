import { integrations, keyInWords, upstreamLabels, type VaultUse } from '@svc/model'

const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(integrations).map(([type, { name }]) => [type, name])),
  ...upstreamLabels,
  oidc: 'Sign-in',
}

/** The display name of a use. */
export const nameOfUse = (type: VaultUse['type']): string => names[type] ?? keyInWords(type)

/** All uses, each with the host that the value may be sent to. */
export const usesInWords = (uses: readonly VaultUse[] | null): string =>
  (uses ?? [])
    .map(({ type, host }) => (host === null ? nameOfUse(type) : `${nameOfUse(type)} at ${host}`))
    .join(', ')
