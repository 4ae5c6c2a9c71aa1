import type { IdentityProvider } from '../../identity-providers/complete.ts'
import { type Assertion, readEmail } from '../assertion.ts'
import type { ReadAssertion } from './assertion-reader.ts'
import { nameIdFormats } from './names.ts'
import { Unreadable } from './unreadable.ts'

const microsoft = 'http://schemas.microsoft.com'
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** The object id of a person at Entra, which stays when everything else about them changes. */
const objectId = `${microsoft}/identity/claims/objectidentifier`
/** Takes the place of the groups where there are too many. It is not followed. */
const groupsElsewhere = `${microsoft}/claims/groups.link`

/** Which attributes say what, unless others are set; the first that is there counts. */
const usual = {
  email: [
    `${claims}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    // Keycloak's predefined mapper.
    'urn:oid:1.2.840.113549.1.9.1',
    ...['email', 'Email', 'mail', 'emailAddress', 'EmailAddress', 'emailaddress'],
  ],
  name: [
    `${microsoft}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
    ...['displayName', 'displayname', 'name', 'cn'],
  ],
  givenName: [`${claims}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'firstName', 'FirstName', 'first_name'],
  surname: [`${claims}/surname`, 'urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'LastName', 'last_name'],
  groups: [
    `${microsoft}/ws/2008/06/identity/claims/groups`,
    'http://schemas.xmlsoap.org/claims/Group',
    ...['groups', 'Groups', 'group', 'memberOf', 'member'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

const maxSubject = 255
const maxGroups = 10_000

/** Who an assertion is about. */
export function assertionOf({ saml }: IdentityProvider, issuer: string, read: ReadAssertion): Assertion {
  const { attributes, nameId, sessionIndex, sessionEndsAt, authenticatedAt } = read
  const valuesOf = (names: readonly string[]): readonly string[] | undefined => {
    const name = names.find((one) => attributes.has(one))
    return name === undefined ? undefined : attributes.get(name)
  }
  const named = (what: 'email' | 'name' | 'groups'): readonly string[] => {
    const set = saml?.attributes[what]
    return set ? [set] : usual[what]
  }
  const textOf = (names: readonly string[]): string | undefined =>
    valuesOf(names)
      ?.find((value) => value.trim() !== '')
      ?.trim()
  const parts = [textOf(usual.givenName), textOf(usual.surname)].filter((part) => part !== undefined)
  const name = textOf(named('name')) ?? parts.join(' ')
  const isAddress = nameId?.format === nameIdFormats.email
  return {
    method: 'saml',
    issuer,
    subject: subjectOf(read),
    email: readEmail(textOf(named('email')) ?? (isAddress ? nameId.value : undefined)),
    // The protocol has no word for it.
    isEmailVerified: undefined,
    name: name === '' ? null : name.slice(0, 200),
    groups: attributes.has(groupsElsewhere) ? undefined : groupsIn(valuesOf(named('groups'))),
    session: {
      subject: nameId?.value ?? subjectOf(read),
      id: sessionIndex,
      hint: nameId ? JSON.stringify(nameId) : null,
      authenticatedAt,
      endsAt: sessionEndsAt === null ? null : new Date(sessionEndsAt).toISOString(),
    },
  }
}

/** A name that is another one with every sign-in identifies nobody. */
function subjectOf({ attributes, nameId }: ReadAssertion): string {
  const [atEntra] = attributes.get(objectId) ?? []
  const isLasting = nameId !== null && nameId.format !== nameIdFormats.transient
  const subject = atEntra || (isLasting ? nameId.value : '')
  if (subject === '')
    throw new Unreadable(
      nameId
        ? 'NameID is transient, so it does not identify the person: let the provider send a persistent one.'
        : 'The assertion has no NameID, which identifies people.',
    )
  if (subject.length > maxSubject) throw new Unreadable('What identifies the person is too long.')
  return subject
}

/** Undefined if the provider does not say, which is not the same as none. */
const groupsIn = (values: readonly string[] | undefined): readonly string[] | undefined =>
  values && values.length <= maxGroups ? values : undefined
