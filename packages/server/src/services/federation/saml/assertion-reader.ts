import {
  attributeOf,
  childNamed,
  childrenNamed,
  childrenOf,
  isNamed,
  isText,
  requiredAttribute,
  requiredChild,
  textOf,
  type XmlElement,
} from './elements.ts'
import { bearer, ns } from './names.ts'
import { checkWindow, requiredTime, skewMs, timeOf } from './times.ts'
import { Unreadable } from './unreadable.ts'

/** What a person is called at their provider. */
export interface NameId {
  readonly value: string
  readonly format: string | null
  readonly nameQualifier: string | null
  readonly spNameQualifier: string | null
}

/** Everything of an assertion that svc uses. */
export interface ReadAssertion {
  readonly id: string
  /** Null if the provider names nobody but by attributes. */
  readonly nameId: NameId | null
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** The request that it answers; undefined if nobody asked. */
  readonly inResponseTo: string | undefined
  readonly sessionIndex: string | null
  /** When the session ends at the provider, in milliseconds. */
  readonly sessionEndsAt: number | null
  /** When the person proved who they are. */
  readonly authenticatedAt: number
  /** Until when it could be used again. */
  readonly usableUntil: number
}

export interface Expectation {
  readonly idpEntityId: string
  readonly spEntityId: string
  readonly acsUrl: string
  /** In milliseconds. */
  readonly at: number
}

/** Reads an assertion that a signature covers, if it is meant for svc and for now. */
export function readAssertion(assertion: XmlElement, expected: Expectation): ReadAssertion {
  if (!isNamed(assertion, ns.assertion, 'Assertion') || attributeOf(assertion, 'Version') !== '2.0')
    throw new Unreadable('The assertion is not one of SAML 2.0.')
  requireIssuer(requiredChild(assertion, ns.assertion, 'Issuer'), expected.idpEntityId)
  if (requiredTime(assertion, 'IssueInstant') > expected.at + skewMs)
    throw new Unreadable('The assertion is from the future.')
  const conditionsUntil = checkConditions(requiredChild(assertion, ns.assertion, 'Conditions'), expected)
  const { nameId, inResponseTo, until } = readSubject(
    requiredChild(assertion, ns.assertion, 'Subject'),
    expected,
  )
  return {
    id: requiredAttribute(assertion, 'ID'),
    nameId,
    inResponseTo,
    attributes: readAttributes(assertion),
    ...readStatements(assertion, expected.at),
    usableUntil: Math.min(conditionsUntil, until) + skewMs,
  }
}

/** Spaces around it are some products’ own. */
export function requireIssuer(issuer: XmlElement, expected: string): void {
  if (textOf(issuer) !== expected.trim())
    throw new Unreadable('The issuer is not the entity id of the provider (idpEntityId).')
}

/** Conditions that are not understood may mean anything. */
function checkConditions(conditions: XmlElement, { spEntityId, at }: Expectation): number {
  const until = requiredTime(conditions, 'NotOnOrAfter')
  checkWindow(conditions, at)
  let isForUs = false
  for (const condition of childrenOf(conditions)) {
    if (isNamed(condition, ns.assertion, 'AudienceRestriction')) {
      const audiences = childrenNamed(condition, ns.assertion, 'Audience').map(textOf)
      if (!audiences.includes(spEntityId))
        throw new Unreadable('The assertion is for another audience than the entity id of svc (spEntityId).')
      isForUs = true
    } else if (
      !isNamed(condition, ns.assertion, 'OneTimeUse') &&
      !isNamed(condition, ns.assertion, 'ProxyRestriction')
    )
      throw new Unreadable('The assertion has a condition that is not known.')
  }
  if (!isForUs) throw new Unreadable('The assertion does not say which audience it is for.')
  return until
}

interface Subject {
  readonly nameId: NameId | null
  readonly inResponseTo: string | undefined
  readonly until: number
}

function readSubject(subject: XmlElement, expected: Expectation): Subject {
  const nameId = childNamed(subject, ns.assertion, 'NameID')
  const confirmations = childrenNamed(subject, ns.assertion, 'SubjectConfirmation').filter(
    (one) => attributeOf(one, 'Method') === bearer,
  )
  const [first, ...others] = confirmations
  if (!first) throw new Unreadable('The assertion has no bearer confirmation of its subject.')
  // Several would let each say something else; no product sends them.
  if (others.length > 0) throw new Unreadable('The assertion confirms its subject more than once.')
  const data = requiredChild(first, ns.assertion, 'SubjectConfirmationData')
  if (requiredAttribute(data, 'Recipient') !== expected.acsUrl)
    throw new Unreadable('The assertion is for another recipient than the address of svc (acsUrl).')
  const until = requiredTime(data, 'NotOnOrAfter')
  checkWindow(data, expected.at)
  return {
    nameId: nameId ? readNameId(nameId) : null,
    inResponseTo: attributeOf(data, 'InResponseTo'),
    until,
  }
}

export function readNameId(element: XmlElement): NameId {
  const value = textOf(element)
  if (value === '' || value.length > 500) throw new Unreadable('NameID is empty or too long.')
  return {
    value,
    format: attributeOf(element, 'Format') ?? null,
    nameQualifier: attributeOf(element, 'NameQualifier') ?? null,
    spNameQualifier: attributeOf(element, 'SPNameQualifier') ?? null,
  }
}

/**
 * Several statements with the same attribute add up. One with a value that is not plain text is left out: without that
 * value it would say less than the provider did, such as fewer groups.
 */
function readAttributes(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const statement of childrenNamed(assertion, ns.assertion, 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, ns.assertion, 'Attribute')) {
      const name = requiredAttribute(attribute, 'Name')
      const values = childrenNamed(attribute, ns.assertion, 'AttributeValue')
      if (!values.every(isText)) continue
      found.set(name, [...(found.get(name) ?? []), ...values.map(textOf)])
    }
  return found
}

/** How and when the person proved who they are, and their session there: the shortest counts. */
function readStatements(
  assertion: XmlElement,
  at: number,
): Pick<ReadAssertion, 'sessionIndex' | 'sessionEndsAt' | 'authenticatedAt'> {
  const statements = childrenNamed(assertion, ns.assertion, 'AuthnStatement')
  const [first] = statements
  if (!first) throw new Unreadable('The assertion does not say how the person proved who they are.')
  const ends = statements.flatMap((one) => timeOf(one, 'SessionNotOnOrAfter') ?? [])
  const sessionEndsAt = ends.length > 0 ? Math.min(...ends) : null
  if (sessionEndsAt !== null && sessionEndsAt <= at)
    throw new Unreadable('The session at the provider has already ended.')
  return {
    sessionIndex: attributeOf(first, 'SessionIndex')?.slice(0, 500) ?? null,
    sessionEndsAt,
    authenticatedAt: Math.min(...statements.map((one) => requiredTime(one, 'AuthnInstant'))),
  }
}
