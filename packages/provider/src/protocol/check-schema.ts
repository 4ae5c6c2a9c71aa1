import { spelledPath } from './diagnostic.ts'
import { MisfitError } from './misfit.ts'
import { encodeValue } from './msgpack.ts'
import { type Attribute, type Attributes, isComputed, isNested, type Schema, typeOf } from './schema.ts'
import type { Type } from './type.ts'
import { isWhollyKnown } from './value.ts'

/** Finds mistakes that a host would only report, or fail on, when the schema is used. */
export function checkSchema(owner: string, { attributes }: Schema, reserved: ReadonlySet<string>): void {
  for (const name of Object.keys(attributes)) {
    if (reserved.has(name)) throw mistake(owner, [name], 'this name is reserved by the host')
  }
  checkAttributes(owner, attributes, { path: [], isInSet: false, isWritten: true })
}

/** Names that mean something in every resource and data source block. */
export const reservedInResources: ReadonlySet<string> = new Set([
  'connection',
  'count',
  'depends_on',
  'for_each',
  'lifecycle',
  'provider',
  'provisioner',
])

/** Names that mean something in every provider block. */
export const reservedInProviders: ReadonlySet<string> = new Set(['alias', 'version'])

interface Place {
  readonly path: readonly string[]
  /** Among elements that have no names to tell them apart. */
  readonly isInSet: boolean
  /** Whether people may write what it is in. */
  readonly isWritten: boolean
}

function checkAttributes(owner: string, attributes: Attributes, place: Place): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const path = [...place.path, name]
    const fault =
      nameFault(name) ?? traitFault(attribute) ?? followFault(attributes, name) ?? setFault(attribute, place)
    if (fault !== undefined) throw mistake(owner, path, fault)
    if (!isNested(attribute)) continue
    checkAttributes(owner, attribute.attributes, {
      path,
      isInSet: place.isInSet || attribute.nesting === 'set',
      isWritten: place.isWritten && attribute.presence !== 'computed',
    })
  }
}

const nameFault = (name: string): string | undefined =>
  /^[a-z][a-z0-9_]*$/.test(name)
    ? undefined
    : 'a name may only have lower-case letters, digits and underscores'

function followFault(attributes: Attributes, name: string): string | undefined {
  const attribute = attributes[name]
  if (!attribute?.follows) return undefined
  if (!isComputed(attribute)) return 'only computed attributes can follow others'
  if (attribute.volatile || attribute.default !== undefined)
    return 'what is volatile or has a default follows nothing'
  const followed = new Set(attribute.follows)
  for (const one of followed) {
    const other = attributes[one]
    if (!other) return `it follows ${one}, which is not beside it`
    for (const further of other.follows ?? []) followed.add(further)
  }
  return followed.has(name) ? 'it follows itself' : undefined
}

function traitFault(attribute: Attribute): string | undefined {
  if (attribute.writeOnly && (isComputed(attribute) || isNested(attribute) || attribute.replaces))
    return 'what is write-only can neither be computed, nor nested, nor replace anything'
  if (attribute.volatile && !isComputed(attribute)) return 'only computed attributes can be volatile'
  if (attribute.default === undefined) return undefined
  if (attribute.presence !== 'optional-computed') return 'a default needs optional-computed'
  if (attribute.volatile) return 'an attribute with a default cannot be volatile'
  return defaultFault(attribute)
}

function defaultFault(attribute: Attribute): string | undefined {
  const { default: value = null } = attribute
  if (!isWhollyKnown(value)) return 'its default is not known'
  try {
    encodeValue(value, typeOf(attribute))
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof MisfitError)) throw thrown
    return `its default is not of its type: ${thrown.message}`
  }
}

/** An element of a set is identified by its value, so all of it must be known beforehand. */
function setFault(attribute: Attribute, { isInSet, isWritten }: Place): string | undefined {
  if (attribute.writeOnly && isInSet) return 'nothing in a set can be write-only'
  if (!isNested(attribute) && hasDynamicInSet(attribute.type, isInSet)) {
    return 'a set cannot contain values of type dynamic'
  }
  if (!isInSet || !isWritten) return undefined
  if (attribute.replaces) return 'put replaces on the set itself: its elements cannot be addressed'
  if (!isComputed(attribute) || attribute.default !== undefined) return undefined
  return 'a computed attribute in an element of a set needs a default'
}

function hasDynamicInSet(type: Type, isInSet: boolean): boolean {
  if (typeof type === 'string') return isInSet && type === 'dynamic'
  if (type[0] === 'tuple') return type[1].some((element) => hasDynamicInSet(element, isInSet))
  if (type[0] === 'object') return Object.values(type[1]).some((member) => hasDynamicInSet(member, isInSet))
  return hasDynamicInSet(type[1], isInSet || type[0] === 'set')
}

const mistake = (owner: string, path: readonly string[], fault: string): Error =>
  new Error(`${owner}: ${spelledPath(path)}: ${fault}.`)
