import { hash, randomBytes } from 'node:crypto'
import { type Kinds, kinds, type Mode } from '@svc/model'

export type SecretKind = Kinds['token'] | Kinds['apiKey']

const words = { token: 'pat', api_key: 'key' } as const satisfies Record<SecretKind['name'], string>

export const prefixOf = (kind: SecretKind, mode: Mode): string => `svc_${words[kind.name]}_${mode}_`

export const newSecret = (kind: SecretKind, mode: Mode): string =>
  `${prefixOf(kind, mode)}${randomBytes(24).toString('hex')}`

/** 192 random bits need no slow hash. */
export const digestOf = (secret: string): string => hash('sha256', secret)

const pattern = /^svc_(pat|key)_(live|test)_[0-9a-f]{48}$/

/** The kind and mode of a well-formed secret; undefined for anything else. */
export function readSecret(secret: string): { readonly kind: SecretKind; readonly mode: Mode } | undefined {
  const [, word, mode] = pattern.exec(secret) ?? []
  if (!word) return undefined
  return { kind: word === 'pat' ? kinds.token : kinds.apiKey, mode: mode as Mode }
}

/** The fields of a record that are derived from its secret. */
export const secretFields = (kind: SecretKind, mode: Mode, secret: string) => ({
  prefix: prefixOf(kind, mode),
  lastFour: secret.slice(-4),
  digest: digestOf(secret),
})
