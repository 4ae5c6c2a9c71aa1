import { said } from '../../catalog/words.ts'

const known: Readonly<Record<string, string>> = {
  url: 'URL',
  uri: 'URI',
  id: 'ID',
  api: 'API',
  sso: 'SSO',
  acs: 'ACS',
  sp: 'SP',
  jwks: 'JWKS',
  jit: 'just-in-time',
  uids: 'members',
}

/** `ssoUrl` is read as "SSO URL", `projectKeys` as "Project keys". */
export function labelOf(key: string): string {
  if (said[key]) return said[key]
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => known[word] ?? word)
  const text = words.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
