import type { Fields } from '@svc/client'
import {
  brokenRule,
  faultsOf,
  type Field,
  type Kind,
  labelFieldOf,
  type ProblemDetail,
  refusedValues,
  rulesAsked,
  schemasOf,
} from '@svc/model'
import { isRuledOut } from './conditions.ts'
import { isNothing } from './form-field.ts'

/** A record as it is being filled in: values as they will be sent, or the text typed so far where it is not a value yet. */
export type Draft = Readonly<Record<string, unknown>>

/** The fields of a record that people fill in, its name first; the others are set by the service. */
export function editableFields(kind: Kind): readonly (readonly [string, Field])[] {
  const all = Object.entries(kind.fields).filter(([, { traits }]) => !traits.managed && !traits.internal)
  const name = labelFieldOf(kind)
  return [...all.filter(([key]) => key === name), ...all.filter(([key]) => key !== name)]
}

/** A default is for what a new record does not say: null in a record that exists stays empty. */
export const draftOf = (kind: Kind, given: Fields): Draft =>
  Object.fromEntries(
    editableFields(kind).map(([key, field]) => [
      key,
      given[key] ?? (Object.hasOwn(given, key) ? undefined : field.traits.default) ?? emptyOf(field),
    ]),
  )

const emptyOf = ({ type }: Field): unknown => {
  if (type === 'text') return ''
  return type === 'texts' || type === 'refs' ? [] : null
}

/** The values that the address of the page gives a new record. In an address, `7` is a number whatever the field is. */
export const givenIn = (kind: Kind, search: Fields): Fields =>
  Object.fromEntries(
    editableFields(kind).flatMap(([key, { type, traits }]) => {
      // A list that is filtered by one value of an array passes it on under the name of the filter.
      const value = search[key] ?? search[traits.filterAs ?? '']
      if (value === undefined || value === null) return []
      if (type === 'texts' || type === 'refs') return [[key, [value].flat().map(String)]]
      const isWord = ['text', 'enum', 'ref', 'timestamp'].includes(type)
      return [[key, isWord ? String(value) : value]]
    }),
  )

/** The body that creates the record. */
export const bodyOf = (kind: Kind, draft: Draft): Fields =>
  Object.fromEntries(
    editableFields(kind).flatMap(([key, field]) => {
      const value = toSend(field, valueFor(kind, key, draft))
      return value === null || value === undefined ? [] : [[key, value]]
    }),
  )

/** The body that updates the record: only the fields that were changed. */
export function changesOf(kind: Kind, draft: Draft, record: Fields): Fields {
  const initial = draftOf(kind, record)
  return Object.fromEntries(
    editableFields(kind).flatMap(([key, field]) => {
      const value = valueFor(kind, key, draft)
      const next = toSend(field, value)
      const isSame = isAlike(value, initial[key]) || isAlike(next, record[key])
      return next === undefined || isSame ? [] : [[key, next]]
    }),
  )
}

/** A field that the other values rule out is not shown, and is cleared. */
const valueFor = (kind: Kind, key: string, draft: Draft): unknown =>
  isRuledOut(kind, key, draft) ? null : draft[key]

/** An empty field becomes null where that is allowed, and otherwise its default. */
function toSend({ type, traits }: Field, value: unknown): unknown {
  if (!(type === 'json' && traits.nullable ? isBlank(value) : isNothing(value))) return value
  if (traits.nullable) return null
  if (type === 'text' && traits.default === undefined) return ''
  return traits.default
}

/** Whether nothing is filled in anywhere in an object. An entry in a list counts even while it is empty. */
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : isNothing(value)
}

export const isAlike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What the model finds wrong with it, before anything is sent. */
export function faultsIn(kind: Kind, body: Fields, record: Fields | null): readonly ProblemDetail[] {
  const schema = record ? schemasOf(kind).update : schemasOf(kind).create
  const found = [...faultsOf(schema, body), ...(record ? refusedValues(kind, body, record) : [])].map(
    ({ path, message }) => ({ path: path.join('/'), message }),
  )
  if (found.length > 0) return found
  const whole = { ...emptyRecord(kind), ...record, ...body }
  return rulesAsked(kind, whole, record)
    .filter((rule) => !holds(rule, whole))
    .map((rule) => brokenRule(rule, whole))
}

const emptyRecord = (kind: Kind): Fields =>
  Object.fromEntries(Object.entries(kind.fields).map(([key, { traits }]) => [key, traits.default ?? null]))

/** Whether a rule holds. One that cannot be checked yet is left to the server. */
function holds(rule: NonNullable<Kind['rules']>[number], whole: Fields): boolean {
  try {
    return rule.holds(whole as never)
  } catch {
    return true
  }
}
