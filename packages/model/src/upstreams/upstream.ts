/** A part of the credential that an upstream is asked with, as it is kept in the vault. */
export interface CredentialField {
  readonly about: string
  readonly pattern: string
  readonly required?: true
}

/** Another product that svc asks with an organisation's own credential. */
export interface Upstream {
  /** As people write it. */
  readonly name: string
  /**
   * Where its API is, unless the operator or a credential says otherwise. Null: everybody runs their own.
   * Left out: the credential itself is an address.
   */
  readonly url?: string | null
  /** Other APIs that it is asked through, by the name of the operator's option. */
  readonly alsoAt?: Readonly<Record<string, { readonly name: string; readonly url: string }>>
  readonly credential: {
    /** The field that a value which is no JSON stands for. */
    readonly bare: string
    readonly fields: Readonly<Record<string, CredentialField>>
  }
}

type FieldsOf<U extends Upstream> = U['credential']['fields']
type RequiredIn<F> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F]

/** A credential as its upstream is asked with it. */
export type CredentialOf<U extends Upstream> = {
  readonly [K in RequiredIn<FieldsOf<U>>]: string
} & { readonly [K in Exclude<keyof FieldsOf<U>, RequiredIn<FieldsOf<U>>>]?: string }

export const token = <const A extends string>(about: A) =>
  ({ about, pattern: '^[\\x21-\\x7e]{1,4096}$', required: true }) as const

/** Without a place for a credential of its own: no user name, no query. */
export const baseUrl = {
  about: 'Where its API is, if that is not the usual address.',
  pattern: '^https?://[^\\s@?#\\\\]{1,2000}$',
} as const
