import type { ScimEmail, ScimPersonKeys } from '../../store/queries/scim-people.ts'
import { lowered } from '../identity/email.ts'
import { folded } from './conditions.ts'
import type { Document } from './documents.ts'
import { badRequest } from './refusal.ts'

/** What a member is called and where they are written to, by what a directory says of them. */

interface Address {
  readonly value?: string
  readonly type?: string
  readonly primary?: boolean
}

const maxName = 200
const maxAddress = 254

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const addressesIn = ({ emails }: Document): readonly Address[] => (emails ?? []) as readonly Address[]

export function userNameOf({ userName }: Document): string {
  const name = textOf(userName)
  if (name === undefined || name.trim() === '') throw badRequest('invalidValue', 'userName is required.')
  return name
}

export function asAddress(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= maxAddress && /^[^\s@]+@[^\s@]+$/.test(text)
    ? lowered(text)
    : undefined
}

/** The primary address, else that of work, else any, else the user name if it is one. */
export function addressOf(document: Document): string | null {
  const given = addressesIn(document)
  const inOrder = [
    ...given.filter(({ primary }) => primary === true),
    ...given.filter(({ type }) => type?.toLowerCase() === 'work'),
    ...given,
    { value: textOf(document.userName) },
  ]
  for (const { value } of inOrder) {
    const address = asAddress(value)
    if (address !== undefined) return address
  }
  return null
}

export function nameOf({ displayName, name }: Document): string | null {
  const { formatted, givenName, familyName } = (name ?? {}) as Document
  const parts = [givenName, familyName].filter((part) => part !== undefined).join(' ')
  const shown = textOf(displayName) ?? textOf(formatted) ?? parts
  return shown.trim() === '' ? null : shown.slice(0, maxName)
}

export function keysOf(document: Document): ScimPersonKeys {
  const { givenName, familyName } = (document.name ?? {}) as Document
  const key = (value: unknown): string | null => (typeof value === 'string' ? folded(value) : null)
  return {
    userName: folded(userNameOf(document)),
    externalId: textOf(document.externalId) ?? null,
    displayName: key(document.displayName),
    givenName: key(givenName),
    familyName: key(familyName),
  }
}

export const emailsOf = (document: Document): readonly ScimEmail[] =>
  addressesIn(document).map(({ value, type, primary }) => ({
    address: value === undefined ? null : folded(value),
    type: type === undefined ? null : folded(type),
    isPrimary: primary === true,
  }))
