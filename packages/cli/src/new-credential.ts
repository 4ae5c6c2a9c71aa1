import { type Mode, modes } from '@svc/model'
import { readExpiry, readName, readWords } from './values.ts'

/** The options for creating tokens and keys alike. */
export const newCredentialOptions = <S extends string>(scopes: readonly S[]) =>
  ({
    mode: { type: 'string', value: 'MODE', about: 'Which data it can access', oneOf: modes, default: 'live' },
    scopes: { type: 'string', value: 'LIST', about: `Any of ${scopes.join(',')}`, default: 'read' },
    name: { type: 'string', value: 'NAME', about: 'What it is used for', default: 'created by svc' },
    expires: {
      type: 'string',
      value: 'WHEN',
      about: 'When it expires: after 90d, 12h or 30m, or at a date; never by default',
    },
  }) as const

interface Given {
  readonly mode: Mode
  readonly scopes: string
  readonly name: string
  readonly expires?: string | undefined
}

export const readNewCredential = <S extends string>(given: Given, allowed: readonly S[]) => ({
  mode: given.mode,
  scopes: readWords(given.scopes, { source: '--scopes', allowed }),
  name: readName(given.name),
  expiresAt: given.expires === undefined ? null : readExpiry(given.expires, new Date()),
})
