/** A part of an upstream's credential, as stored in the vault. */
export interface CredentialField {
  readonly about: string
  readonly pattern: string
  readonly required?: true
}

/** Another product that svc calls with an organisation's own credential. */
export interface Upstream {
  /** As people write it. */
  readonly name: string
  /**
   * The URL of its API, unless the operator or a credential says otherwise. Null: everybody runs their own.
   * Omitted: the credential itself is a URL.
   */
  readonly url?: string | null
  /** Other APIs of the product, by the name of the operator's option. */
  readonly alsoAt?: Readonly<Record<string, { readonly name: string; readonly url: string }>>
  readonly credential: { readonly fields: Readonly<Record<string, CredentialField>> }
}

/** The parts that a credential of an upstream must have. */
export const requiredParts = ({ credential: { fields } }: Upstream): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]?.required)

/** The part that a value is taken as if it is not JSON; none if a credential must have several. */
export const barePart = (upstream: Upstream): string | undefined => {
  const [only, ...others] = requiredParts(upstream)
  return others.length === 0 ? only : undefined
}

type FieldsOf<U extends Upstream> = U['credential']['fields']
type RequiredIn<F> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F]

/** A credential of an upstream. */
export type CredentialOf<U extends Upstream> = {
  readonly [K in RequiredIn<FieldsOf<U>>]: string
} & { readonly [K in Exclude<keyof FieldsOf<U>, RequiredIn<FieldsOf<U>>>]?: string }

export const token = <const A extends string>(about: A) =>
  ({ about, pattern: '^[\\x21-\\x7e]{1,4096}$', required: true }) as const

/** Must not contain a credential itself: no user name, no query. */
export const baseUrl = {
  about: 'The URL of its API, if that is not the default.',
  pattern: '^https?://[^\\s@?#\\\\]{1,2000}$',
} as const
