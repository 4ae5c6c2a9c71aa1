import {
  type Attribute,
  attributeNamed,
  attributesOf,
  ownAttributes,
  type ResourceType,
  type Schema,
} from './attributes.ts'
import { badRequest, shortened } from './refusal.ts'

/** What a directory has sent of a person or a group: known attributes only, by their exact names, none of them empty. */
export type Document = Readonly<Record<string, unknown>>

export type Values = Record<string, unknown>

/** In lower case it may take half as much again, and PostgreSQL's indexes take 2,704 bytes. */
const maxTextBytes = 1_536
export const maxValues = 50
export const maxMembers = 50_000

/** Reads a whole resource as it was sent. */
export function readDocument(type: ResourceType, body: unknown): Document {
  const document: Values = {}
  for (const [name, value] of entriesOf(body, 'The body')) {
    const extension = type.extensions.find(({ urn }) => urn.toLowerCase() === name.toLowerCase())
    if (extension) {
      put(document, extension.urn, readParts(extension.attributes, value, extension.urn))
      continue
    }
    const attribute = attributeNamed(attributesOf(type), name)
    if (attribute) put(document, attribute.name, readValue(attribute, value))
  }
  return document
}

/** An attribute without a value is not there. */
export function put(values: Values, name: string, value: unknown): void {
  if (isEmpty(value)) delete values[name]
  else values[name] = value
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function entriesOf(value: unknown, what: string): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) throw badRequest('invalidSyntax', `${what} must be a JSON object.`)
  return Object.entries(value)
}

/** A value as it is stored; undefined if it is none. */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.isMultiple) return readOne(attribute, value)
  if (value === null || value === undefined) return undefined
  const given = Array.isArray(value) ? value : [value]
  const max = attribute.name === 'members' ? maxMembers : maxValues
  if (given.length > max)
    throw badRequest('invalidValue', `${attribute.name} has ${given.length} values; the maximum is ${max}.`)
  const values = given.map((one) => (readOne(attribute, one) ?? {}) as Document)
  refuseIncomplete(attribute, values)
  refuseTwoPrimaries(attribute, values)
  return values.filter((one) => !isEmpty(one))
}

/** Nobody is removed from a group because others were named in a way that is not understood. */
function refuseIncomplete({ name, parts = [] }: Attribute, values: readonly Document[]): void {
  for (const { name: part } of parts.filter(({ isRequired }) => isRequired))
    if (values.some((one) => !(part in one)))
      throw badRequest('invalidValue', `Each of ${name} needs a ${part}.`)
}

export const isPrimary = ({ primary }: Document): boolean => primary === true

export function refuseTwoPrimaries({ name }: Attribute, values: readonly Document[]): void {
  if (values.filter(isPrimary).length > 1)
    throw badRequest('invalidValue', `Only one of ${name} can be primary.`)
}

/** One value of an attribute, which may have several. */
export function readOne(attribute: Attribute, value: unknown): unknown {
  if (attribute.type === 'boolean') return readBoolean(attribute, value)
  if (value === null || value === undefined) return undefined
  if (attribute.type === 'complex') return readComplex(attribute, value)
  return readText(attribute, value)
}

function readComplex({ name, parts = [] }: Attribute, value: unknown): Document {
  // Entra names a manager, and some directories an address, by the value alone.
  const given = isObject(value) || !attributeNamed(parts, 'value') ? value : { value }
  return readParts(parts, given, name)
}

function readParts(attributes: readonly Attribute[], value: unknown, what: string): Document {
  const document: Values = {}
  if (value === null || value === undefined) return document
  for (const [name, given] of entriesOf(value, what)) {
    const attribute = attributeNamed(attributes, name)
    if (attribute && !attribute.isReadOnly && !attribute.isDerived)
      put(document, attribute.name, readValue(attribute, given))
  }
  return document
}

function readText({ name }: Attribute, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string')
    throw badRequest('invalidValue', `${name} must be a text, not ${shortened(value)}.`)
  if (Buffer.byteLength(text) > maxTextBytes)
    throw badRequest('invalidValue', `${name} is longer than ${maxTextBytes} bytes.`)
  if (text.includes('\0')) throw badRequest('invalidValue', `${name} contains the character NUL.`)
  return text === '' ? undefined : text
}

/** Entra sends texts. What is neither true nor false is never taken for one of them: access depends on it. */
function readBoolean({ name }: Attribute, value: unknown): boolean | undefined {
  if (value === undefined || (value === null && name !== 'active')) return undefined
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw badRequest('invalidValue', `${name} must be true or false, not ${shortened(value)}.`)
}

/** Where an attribute is: in the document itself, or in what an extension adds. */
export interface Place {
  readonly extension: Schema | undefined
  readonly attribute: Attribute
  readonly part: Attribute | undefined
}

export type Resolved =
  | { readonly is: 'place'; readonly place: Place }
  | { readonly is: 'extension'; readonly extension: Schema }
  /** Set by the server. */
  | { readonly is: 'own' }
  | { readonly is: 'ignored' }
  | { readonly is: 'unknown' }

/** Finds `a`, `a.b`, `urn:…:a` and `urn:…:a.b`, in any case. */
export function resolve(type: ResourceType, path: string): Resolved {
  const lower = path.toLowerCase()
  const schema = [...type.extensions, type.schema].find(
    ({ urn }) => lower === urn.toLowerCase() || lower.startsWith(`${urn.toLowerCase()}:`),
  )
  const extension = schema === type.schema ? undefined : schema
  if (schema && lower.length === schema.urn.length)
    return extension ? { is: 'extension', extension } : { is: 'unknown' }
  const rest = schema ? path.slice(schema.urn.length + 1) : path
  if (!/^[A-Za-z$][\w$-]*(\.[A-Za-z$][\w$-]*)?$/.test(rest)) return { is: 'unknown' }
  const [name = '', partName] = rest.split('.')
  if (!extension && ownAttributes.has(name.toLowerCase())) return { is: 'own' }
  if (!extension && type.ignored.has(name.toLowerCase())) return { is: 'ignored' }
  const attribute = attributeNamed(extension ? extension.attributes : attributesOf(type), name)
  if (!attribute) return { is: 'unknown' }
  const part = partName === undefined ? undefined : attributeNamed(attribute.parts ?? [], partName)
  if (partName !== undefined && !part) return { is: 'unknown' }
  return { is: 'place', place: { extension, attribute, part } }
}
