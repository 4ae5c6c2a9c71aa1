import type { Field } from '../kind/field.ts'
import { attributeNameOf, isOpenObject, isSetInCode } from '../kind/in-code.ts'
import type { Kind } from '../kind/kind.ts'
import { filledFrom, type JsonSchema } from '../shape/json-schema.ts'
import { isRequired } from '../kind/schemas.ts'
import { block, Expression, type Hcl, type HclObject, inline } from './hcl.ts'

type Fields = Readonly<Record<string, unknown>>

/** A record as code: its import block and its resource block. */
export function resourceBlock(kind: Kind, record: Fields, { address, referenced, isWhole }: Naming): string {
  const [type, name] = address.split('.')
  const attributes = Object.entries(kind.fields)
    .filter(([key, field]) => isWritten(field, record[key], isWhole))
    .map(([key, field]) => [
      attributeNameOf(key, field.schema),
      writtenValue(field, record[key], (id) => referenced(key, id)),
    ])
  return [
    block('import', { to: new Expression(address), id: String(record.id) }),
    block(`resource "${type}" "${name}"`, Object.fromEntries(attributes)),
  ].join('\n')
}

interface Naming {
  readonly address: string
  /** The address of the record with this id, if it may be used in the field instead. */
  referenced(key: string, id: string): string | undefined
  /** Whether what equals the default is written as well, because what is omitted stays as it is. */
  readonly isWhole?: boolean
}

/** Not what svc sets or measures, nor, mostly, what equals the default. */
function isWritten(field: Field, value: unknown, isWhole = false): boolean {
  const { managed, internal, measured, default: initial } = field.traits
  if (managed || internal || measured) return false
  if (isRequired(field)) return true
  return initial === undefined || isWhole ? !isEmpty(value) : !isAlike(value, initial)
}

/** Whether two values are the same as JSON, whatever the order of their properties. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [mine, theirs] = [Object.entries(one), other as Fields]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    mine.length === Object.keys(theirs).length &&
    mine.every(([key, value]) => key in theirs && isAlike(value, theirs[key]))
  )
}

/** For optional attributes, the provider treats an empty value as none. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function writtenValue(field: Field, value: unknown, addressOf: (id: string) => string | undefined): Hcl {
  const reference = (id: string): Hcl => {
    const address = addressOf(id)
    return address === undefined ? id : new Expression(`${address}.id`)
  }
  if (field.type === 'ref') return reference(String(value))
  if (field.type === 'refs') return (value as readonly string[]).map(reference)
  return inCode(field.schema, value) ?? null
}

/** Undefined for nothing and for empty JSON. Ids that svc assigns to parts of a record are left out. */
function inCode(schema: JsonSchema, value: unknown): Hcl | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.map((one) => inCode(schema.items ?? {}, one) ?? null)
  if (typeof value !== 'object') return value as string | number | boolean
  if (isOpenObject(schema)) {
    const isEmpty = Object.keys(value).length === 0
    return isEmpty ? undefined : new Expression(`jsonencode(${inline(value as HclObject)})`)
  }
  const given = value as Fields
  const members: Record<string, Hcl> = {}
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key) === true
    if (isLeftOut(key, part, given, isRequired)) continue
    const member = inCode(part, given[key])
    const isNothing = isEmpty(member) || (isObject(member) && Object.keys(member).length === 0)
    if (member !== undefined && (isRequired || !isNothing)) members[attributeNameOf(key, part)] = member
  }
  return members
}

/** What svc sets, what it finds by itself, and what is the default. */
function isLeftOut(key: string, part: JsonSchema, given: Fields, isRequired: boolean): boolean {
  if (key === 'id' || !isSetInCode(part)) return true
  if (isRequired) return false
  const isFound = part[filledFrom]?.some((source) => !isEmpty(given[source])) === true
  return isFound || (part.default !== undefined && isAlike(given[key], part.default))
}

const isObject = (value: Hcl | undefined): value is HclObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Expression)
