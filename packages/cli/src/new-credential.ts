import { type Mode, modes } from '@svc/model'
import { readExpiry, readName, readWords } from './values.ts'

/** What is said of a token and of a key alike when it is made. */
export const newCredentialOptions = <S extends string>(scopes: readonly S[]) =>
  ({
    mode: { type: 'string', value: 'MODE', about: 'Which data it sees', oneOf: modes, default: 'live' },
    scopes: { type: 'string', value: 'LIST', about: `Any of ${scopes.join(',')}`, default: 'read' },
    name: { type: 'string', value: 'NAME', about: 'What it is used for', default: 'made by svc' },
    expires: {
      type: 'string',
      value: 'WHEN',
      about: 'After 90d, 12h or 30m, or at a date; never if left out',
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
