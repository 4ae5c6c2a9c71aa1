import type { Fields } from '@svc/client'
import {
  brokenRule,
  faultsOf,
  type Field,
  isRequired,
  type Kind,
  labelFieldOf,
  type ProblemDetail,
  refusedValues,
  rulesAsked,
  schemasOf,
} from '@svc/model'
import { isRuledOut } from './shape/conditions.ts'

/** What someone is filling in: values as they will be sent, or what was typed where that is no value yet. */
export type Draft = Readonly<Record<string, unknown>>

export interface FormField {
  readonly key: string
  readonly field: Field
  readonly isRequired: boolean
}

/** What people may say about a record, its name first; the rest is the service's own. */
export function formFields(kind: Kind): readonly FormField[] {
  const all = Object.entries(kind.fields)
    .filter(([, { traits }]) => !traits.managed && !traits.internal)
    .map(([key, field]) => ({ key, field, isRequired: isRequired(field) }))
  const name = labelFieldOf(kind)
  return [...all.filter(({ key }) => key === name), ...all.filter(({ key }) => key !== name)]
}

export const draftOf = (kind: Kind, given: Fields): Draft =>
  Object.fromEntries(
    formFields(kind).map(({ key, field }) => [key, given[key] ?? field.traits.default ?? emptyOf(field)]),
  )

const emptyOf = ({ type }: Field): unknown => {
  if (type === 'text') return ''
  return type === 'texts' || type === 'refs' ? [] : null
}

/** What an address says that a new one begins with: there `7` is a number, whatever the field wants. */
export const givenIn = (kind: Kind, search: Fields): Fields =>
  Object.fromEntries(
    formFields(kind).flatMap(({ key, field: { type, traits } }) => {
      // A page that lists by one value of an array says it as the list's filter does.
      const value = search[key] ?? search[traits.filterAs ?? '']
      if (value === undefined || value === null) return []
      if (type === 'texts' || type === 'refs') return [[key, [value].flat().map(String)]]
      const isWord = ['text', 'enum', 'ref', 'timestamp'].includes(type)
      return [[key, isWord ? String(value) : value]]
    }),
  )

/** The body that makes a new record of it. */
export const bodyOf = (kind: Kind, draft: Draft): Fields =>
  Object.fromEntries(
    formFields(kind).flatMap(({ key, field }) => {
      const value = sent(field, said(kind, key, draft))
      return value === null || value === undefined ? [] : [[key, value]]
    }),
  )

/** What has to be sent for the record to become what was filled in: nothing of what nobody has touched. */
export function changesOf(kind: Kind, draft: Draft, record: Fields): Fields {
  const initial = draftOf(kind, record)
  return Object.fromEntries(
    formFields(kind).flatMap(({ key, field }) => {
      const value = said(kind, key, draft)
      const next = sent(field, value)
      const isSame = isAlike(value, initial[key]) || isAlike(next, record[key])
      return next === undefined || isSame ? [] : [[key, next]]
    }),
  )
}

/** What has no place beside the other values is not shown either, and goes. */
const said = (kind: Kind, key: string, draft: Draft): unknown =>
  isRuledOut(kind, key, draft) ? null : draft[key]

/** Nothing typed is null where that can be said, and the default where it cannot. */
function sent({ type, traits }: Field, value: unknown): unknown {
  if (!(type === 'json' && traits.nullable ? isHollow(value) : isNothing(value))) return value
  if (traits.nullable) return null
  if (type === 'text' && traits.default === undefined) return ''
  return traits.default
}

const isNothing = (value: unknown): boolean => value === '' || value === null || value === undefined

/** An object in which nothing has been filled in, or nothing is left. An entry of a list is there to be filled in. */
function isHollow(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null ? Object.values(value).every(isHollow) : isNothing(value)
}

export const isAlike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What the model has against it, found before anything is sent. */
export function faultsIn(kind: Kind, body: Fields, record: Fields | null): readonly ProblemDetail[] {
  const schema = record ? schemasOf(kind).update : schemasOf(kind).create
  const found = [...faultsOf(schema, body), ...(record ? refusedValues(kind, body, record) : [])].map(
    ({ path, message }) => ({ path: path.join('/'), message }),
  )
  if (found.length > 0) return found
  const whole = { ...nothing(kind), ...record, ...body }
  return rulesAsked(kind, whole, record)
    .filter((rule) => !holds(rule, whole))
    .map((rule) => brokenRule(rule, whole))
}

const nothing = (kind: Kind): Fields =>
  Object.fromEntries(Object.entries(kind.fields).map(([key, { traits }]) => [key, traits.default ?? null]))

/** A rule that cannot be asked yet is left to the server. */
function holds(rule: NonNullable<Kind['rules']>[number], whole: Fields): boolean {
  try {
    return rule.holds(whole as never)
  } catch {
    return true
  }
}
