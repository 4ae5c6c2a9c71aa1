import { type ClaimNames, vendors } from '@svc/model'
import type { IdentityProvider, OidcSettings } from '../../identity-providers/complete.ts'
import type { JsonObject } from '../../identity-providers/fetch-json.ts'
import { type Assertion, isText, readEmail } from '../assertion.ts'
import { Refused } from '../refused.ts'

/** Which claims say who a person is: those that were set, else what is usual at the vendor. */
export function claimNamesOf({ vendor, oidc }: IdentityProvider): ClaimNames {
  const usual: ClaimNames = vendors[vendor].claims
  const set = oidc?.claims
  return {
    subject: set?.subject ?? usual.subject,
    email: set?.email ?? usual.email,
    name: set?.name ?? usual.name,
    groups: set?.groups ?? usual.groups,
  }
}

/** Who the claims of a provider are about. */
export function assertionOf(
  provider: IdentityProvider,
  claims: JsonObject,
  { issuer, idToken }: { readonly issuer: string; readonly idToken: string },
): Assertion {
  const names = claimNamesOf(provider)
  if (provider.oidc) checkTenant(provider, provider.oidc, claims)
  const subject = claims[names.subject]
  if (!isText(subject) || subject === '' || subject.length > 255)
    throw new Refused('invalid_answer', `The claim ${names.subject}, which identifies people, is missing.`)
  const name = claims[names.name]
  return {
    method: 'oidc',
    issuer,
    subject,
    email: readEmail(claims[names.email]),
    isEmailVerified: isVerified(claims, provider.vendor),
    name: isText(name) && name.trim() !== '' ? name.trim().slice(0, 200) : null,
    groups: groupsIn(claims, names.groups, provider.vendor),
    session: {
      subject: String(claims.sub),
      id: isText(claims.sid) && claims.sid.length <= 500 ? claims.sid : null,
      // Kept for signing out only; a huge one is not worth it.
      hint: idToken.length <= maxHint ? idToken : null,
      authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1_000 : null,
      endsAt: null,
    },
  }
}

const maxHint = 16 * 1024

/** Undefined if the provider does not say. */
function isVerified(
  { email_verified: said, xms_edov: saidByEntra }: JsonObject,
  vendor: IdentityProvider['vendor'],
): boolean | undefined {
  if (said !== undefined) return said === true
  if (vendor !== 'entra' || saidByEntra === undefined) return undefined
  return saidByEntra === true || saidByEntra === 1 || saidByEntra === '1'
}

/** Anyone can have an account at a provider of many companies: only people of the right one are meant. */
function checkTenant({ vendor }: IdentityProvider, { hostedDomain }: OidcSettings, claims: JsonObject): void {
  if (vendor === 'google' && hostedDomain === null)
    throw new Refused('not_allowed', 'hostedDomain is not set: anyone with a Google account could sign in.')
  if (hostedDomain !== null && claims.hd !== hostedDomain.toLowerCase())
    throw new Refused('not_allowed', `The person does not belong to ${hostedDomain}.`)
  if (vendor === 'entra' && !isOfTenant(claims))
    throw new Refused('not_allowed', 'The person belongs to another tenant.')
}

/** The issuer, which was checked, contains the tenant. */
const isOfTenant = ({ tid, iss }: JsonObject): boolean =>
  tid === undefined || (typeof tid === 'string' && String(iss).split('/').includes(tid))

const maxGroups = 10_000

/** Okta leaves out the rest without a word. */
const cutAt: Partial<Readonly<Record<IdentityProvider['vendor'], number>>> = { okta: 100 }

/**
 * Undefined if the provider does not say, or does not say all: a claim that is missing, cut short, or replaced by a
 * reference because there were too many, is not an empty one.
 */
function groupsIn(
  claims: JsonObject,
  name: string | null,
  vendor: IdentityProvider['vendor'],
): readonly string[] | undefined {
  const value = name === null ? undefined : claims[name]
  if (name === null || isElsewhere(claims, name)) return undefined
  if (isText(value)) return [value]
  if (!Array.isArray(value) || value.length > maxGroups) return undefined
  if (value.length >= (cutAt[vendor] ?? Infinity)) return undefined
  const groups = value.filter(isText)
  return groups.length === value.length ? groups : undefined
}

/** Too many for a token: whoever wants them has to ask at another address. */
function isElsewhere(claims: JsonObject, name: string): boolean {
  if (claims.hasgroups === true) return true
  const elsewhere = claims._claim_names
  return typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)
}
