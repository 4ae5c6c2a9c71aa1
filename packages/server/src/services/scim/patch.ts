import { isDeepStrictEqual } from 'node:util'
import type { Attribute, ResourceType } from './attributes.ts'
import {
  type Document,
  entriesOf,
  isObject,
  isPrimary,
  maxMembers,
  maxValues,
  type Place,
  put,
  readOne,
  readValue,
  refuseTwoPrimaries,
  resolve,
  type Values,
} from './documents.ts'
import { type Filter, parseFilter } from './filter.ts'
import { impliedBy, matcherOf } from './matches.ts'
import { changeIds, MemberIds, memberIds, membersOf, noteComparisons } from './patch-members.ts'
import { badRequest, ScimRefusal, shortened } from './refusal.ts'

export const maxOperations = 1_000

interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | undefined
  readonly value: unknown
}

/** Everything that a PATCH makes of a document, which itself stays as it is. */
export function patched(type: ResourceType, document: Document, body: unknown): Document {
  let next = structuredClone(document) as Values
  for (const operation of operationsIn(body)) next = applied(type, next, operation)
  const { members } = next
  if (members instanceof MemberIds) put(next, 'members', membersOf(members))
  return next
}

function operationsIn(body: unknown): readonly Operation[] {
  const given = entriesOf(body, 'The body').find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(given) || given.length === 0)
    throw badRequest('invalidSyntax', 'Operations must be a list of at least one operation.')
  if (given.length > maxOperations)
    throw new ScimRefusal(
      'payload_too_large',
      `There are ${given.length} operations; the maximum is ${maxOperations}.`,
    )
  return given.map(readOperation)
}

function readOperation(given: unknown): Operation {
  const members = new Map(
    entriesOf(given, 'An operation').map(([name, value]) => [name.toLowerCase(), value]),
  )
  const named = members.get('op')
  const op = typeof named === 'string' ? named.toLowerCase() : undefined
  const path = members.get('path') ?? undefined
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw badRequest('invalidSyntax', `op must be add, replace or remove, not ${shortened(named)}.`)
  if (path !== undefined && typeof path !== 'string')
    throw badRequest('invalidPath', `path must be a text, not ${shortened(path)}.`)
  if (op !== 'remove' && members.get('value') === undefined)
    throw badRequest('invalidValue', `The operation ${op} has no value.`)
  return { op, path: path === '' ? undefined : path, value: members.get('value') }
}

function applied(type: ResourceType, document: Values, operation: Operation): Values {
  const { op, path, value } = operation
  if (path !== undefined) return atPath(type, document, { ...operation, path }, false)
  if (op === 'remove') throw badRequest('noTarget', 'remove needs a path.')
  if (!isObject(value))
    throw badRequest('invalidValue', 'Without a path, value must be an object of attributes.')
  let next = document
  for (const [name, one] of Object.entries(value))
    next = atPath(type, next, { op, path: name, value: one }, true)
  return next
}

interface At extends Operation {
  readonly path: string
}

/** In an object without a path, what is not known is ignored as in a whole resource. */
function atPath(type: ResourceType, document: Values, { op, path, value }: At, isLenient: boolean): Values {
  const { before, filter, part } = split(path)
  const found = resolve(type, part === undefined ? before : `${before}.${part}`)
  if (found.is === 'ignored') return document
  if (found.is === 'own' || found.is === 'unknown') {
    if (isLenient) return document
    if (found.is === 'own') throw badRequest('mutability', `${shortened(path)} is set by svc.`)
    throw badRequest('invalidPath', `There is no attribute ${shortened(path)}.`)
  }
  if (found.is === 'extension') {
    const { urn } = found.extension
    if (filter) throw badRequest('invalidPath', `${shortened(path)} has no values to choose from.`)
    if (op === 'remove') put(document, urn, undefined)
    else
      for (const [name, one] of entriesOf(value, urn))
        atPath(type, document, { op, path: `${urn}:${name}`, value: one }, true)
    return document
  }
  const { place } = found
  const holder = place.extension ? structuredClone((document[place.extension.urn] ?? {}) as Values) : document
  change(holder, place, { op, filter, value, path })
  if (place.extension) put(document, place.extension.urn, holder)
  return document
}

interface Step {
  readonly op: Operation['op']
  readonly path: string
  readonly filter: Filter | undefined
  readonly value: unknown
}

function change(holder: Values, { attribute, part }: Place, { op, path, filter, value }: Step): void {
  const { name } = attribute
  if (filter && !attribute.isMultiple)
    throw badRequest('invalidPath', `${shortened(path)} has no values to choose from.`)
  if (part?.isReadOnly || part?.isDerived) return
  if (name === 'members') changeMembers(holder, { attribute, part }, { op, path, filter, value })
  else if (attribute.isMultiple) {
    const values = (holder[name] ?? []) as readonly Document[]
    const next =
      filter || part
        ? changedSome(attribute, part, values, { op, path, filter, value })
        : changedAll(attribute, values, op, value)
    if (next.length > maxValues) throw overfull(name, next.length, maxValues)
    put(holder, name, withOnePrimary(attribute, values, next))
  } else if (part) {
    const parts = { ...((holder[name] ?? {}) as Values) }
    put(parts, part.name, op === 'remove' ? undefined : readOne(part, value))
    put(holder, name, parts)
  } else if (op === 'remove') {
    // As with null: neither yes nor no.
    if (attribute.type === 'boolean') readOne(attribute, null)
    put(holder, name, undefined)
  } else {
    const given = readValue(attribute, value)
    // Of a name with parts, those that were not sent stay.
    const isMerged = attribute.type === 'complex' && given !== undefined
    put(holder, name, isMerged ? { ...((holder[name] ?? {}) as Values), ...(given as Values) } : given)
  }
}

const overfull = (name: string, count: number, max: number): ScimRefusal =>
  badRequest('invalidValue', `${name} would have ${count} values; the maximum is ${max}.`)

function changeMembers(
  holder: Values,
  { attribute, part }: Pick<Place, 'attribute' | 'part'>,
  step: Step,
): void {
  const { members } = holder
  let ids = members instanceof MemberIds ? members : memberIds((members ?? []) as readonly Document[])
  if (part || !changeIds(ids, attribute, step)) {
    noteComparisons(ids, step.filter)
    const { compared } = ids
    ids = memberIds(changedSome(attribute, part, membersOf(ids), step))
    ids.compared = compared
  }
  if (ids.size > maxMembers) throw overfull(attribute.name, ids.size, maxMembers)
  holder.members = ids
}

/** All values of an attribute: more of them, others, or fewer. */
function changedAll(
  attribute: Attribute,
  values: readonly Document[],
  op: Operation['op'],
  value: unknown,
): readonly Document[] {
  if (op === 'remove' && (value === undefined || value === null)) return []
  const given = (readValue(attribute, value) ?? []) as readonly Document[]
  if (op === 'replace') return withoutTwins(given)
  if (op === 'remove') {
    // Only these, as Entra means it, and of an empty list nobody.
    const gone = new Set(given.map((one) => one.value))
    return values.filter((one) => !gone.has(one.value))
  }
  return withoutTwins([...values, ...given])
}

/** Some values, or one part of them. */
function changedSome(
  attribute: Attribute,
  part: Attribute | undefined,
  values: readonly Document[],
  { op, path, filter, value }: Step,
): readonly Document[] {
  const parts = attribute.parts ?? []
  const fits = filter ? matcherOf(parts, filter) : () => true
  const chosen = new Set(values.filter(fits))
  if (chosen.size === 0) {
    // Somebody who is not in a group has been removed from it.
    if (op === 'remove' && attribute.name === 'members') return values
    const implied = filter && part && op !== 'remove' ? impliedBy(parts, filter) : undefined
    if (!implied || !part) throw badRequest('noTarget', `Nothing fits ${shortened(path)}.`)
    return withPart([...values, implied], new Set([...values, implied].slice(-1)), part, readOne(part, value))
  }
  if (op === 'remove' && !part) return values.filter((one) => !chosen.has(one))
  if (part) return withPart(values, chosen, part, op === 'remove' ? undefined : readOne(part, value))
  const given = readOne(attribute, value) as Document | undefined
  if (!isObject(value) || given === undefined)
    throw badRequest('invalidValue', `The value for ${shortened(path)} must be an object.`)
  return values.map((one) => (chosen.has(one) ? { ...one, ...given } : one))
}

function withPart(
  values: readonly Document[],
  chosen: ReadonlySet<Document>,
  part: Attribute,
  value: unknown,
): readonly Document[] {
  return values
    .map((one) => {
      if (!chosen.has(one)) return one
      const next: Values = { ...one }
      put(next, part.name, value)
      return next
    })
    .filter((one) => Object.keys(one).length > 0)
}

/** A value that becomes the primary one takes the place of the one that was. */
function withOnePrimary(
  attribute: Attribute,
  before: readonly Document[],
  values: readonly Document[],
): readonly Document[] {
  if (values.filter(isPrimary).length < 2) return values
  const were = new Set(before)
  const next = values.map((one) => (isPrimary(one) && were.has(one) ? { ...one, primary: false } : one))
  refuseTwoPrimaries(attribute, next)
  return next
}

/** Adding what is there already is fine. */
function withoutTwins(values: readonly Document[]): readonly Document[] {
  const byValue = new Map<string, Document>()
  for (const one of values) {
    const key = one.value === undefined ? JSON.stringify(one) : JSON.stringify([one.value, one.type])
    const known = byValue.get(key)
    byValue.set(key, known && !isDeepStrictEqual(known, one) ? { ...known, ...one } : one)
  }
  return [...byValue.values()]
}

/** `a`, `a.b`, `a[f]` and `a[f].b`; the filter may contain any brackets within its texts. */
function split(path: string): { before: string; filter: Filter | undefined; part: string | undefined } {
  const open = path.indexOf('[')
  if (open < 0) return { before: path, filter: undefined, part: undefined }
  const close = path.lastIndexOf(']')
  const after = path.slice(close + 1)
  if (close < open || !/^(\.[A-Za-z$][\w$-]*)?$/.test(after))
    throw badRequest('invalidPath', `${shortened(path)} is not a path.`)
  return {
    before: path.slice(0, open),
    filter: parseFilter(path.slice(open + 1, close)),
    part: after === '' ? undefined : after.slice(1),
  }
}
