import { lowered } from '../identity/email.ts'

/** What a provider says about a person who has signed in there, whatever its protocol. */
export interface Assertion {
  readonly method: 'oidc' | 'saml'
  readonly issuer: string
  /** What never changes about them there. */
  readonly subject: string
  /** In lower case; null if the provider named none that could be one. */
  readonly email: string | null
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined
  readonly name: string | null
  /** Undefined if the provider does not say: that is not the same as none. */
  readonly groups: readonly string[] | undefined
  readonly session: ProviderSession
}

/** The person's session at the provider. */
export interface ProviderSession {
  /** Whose it is, as the provider says when it ends. */
  readonly subject: string
  readonly id: string | null
  /** What the provider wants to see when the person signs out. */
  readonly hint: string | null
  /** When the person has proved there who they are, in milliseconds; null if the provider does not say. */
  readonly authenticatedAt: number | null
  /** When it ends there at the latest. */
  readonly endsAt: string | null
}

/** PostgreSQL keeps no text with this character, and nobody means one. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

const addressForm = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

export function readEmail(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 254 || !addressForm.test(value)) return null
  return lowered(value)
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
