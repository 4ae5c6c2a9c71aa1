import { type Departure, departures } from '../protocol/departures.ts'
import type { Path } from '../protocol/diagnostic.ts'
import { isEqual } from '../protocol/equal.ts'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isNested,
  type NestedAttribute,
  objectTypeOf,
  typeOf,
} from '../protocol/schema.ts'
import type { Type } from '../protocol/type.ts'
import { Dynamic, isList, isObject, type ObjectValue, Unknown, type Value } from '../protocol/value.ts'
import { spelledByHost, valueByHost } from './core-rules-spelling.ts'

/** The rules by which a host judges what a provider answers, each as the sentences it complains with. */

interface Planned {
  readonly prior: Value
  readonly config: Value
  readonly planned: Value
}

/** What is wrong with a plan: it may only fill in what is computed and not configured. */
export function planProblems(attributes: Attributes, values: Planned): readonly string[] {
  const whole = presenceProblem(values)
  const problems =
    whole === undefined ? objectProblems(attributes, values, []) : [{ path: [], problem: whole }]
  return problems.map(({ path, problem }) => sentence(path, objectTypeOf(attributes), problem))
}

/** What is wrong with the result of an apply: all that was known when planning must have come true. */
export function resultProblems(attributes: Attributes, planned: Value, actual: Value): readonly string[] {
  if (planned === null && actual !== null) return ['Root object was absent, but now present']
  if (planned !== null && actual === null) return ['Root object was present, but now absent']
  const type = objectTypeOf(attributes)
  return departures(planned, actual, type).map((departure) => {
    const attribute = attributes[String(departure.path[0])]
    if (attribute?.sensitive) {
      return sentence(departure.path.slice(0, 1), type, 'inconsistent values for sensitive attribute')
    }
    const path = isAboutElement(departure) ? departure.path.slice(0, -1) : departure.path
    return sentence(path, type, departureProblem(departure))
  })
}

/** Every place that is still unknown, as the host writes it. */
export const unknownPlaces = (attributes: Attributes, value: Value): readonly string[] =>
  unknownPaths(value, []).map((path) => spelledByHost(path, objectTypeOf(attributes)))

interface Problem {
  readonly path: Path
  readonly problem: string
}

const sentence = (path: Path, type: Type, problem: string): string =>
  path.length === 0 ? problem : `${spelledByHost(path, type)}: ${problem}`

function presenceProblem({ config, planned }: Planned): string | undefined {
  if (planned === null && config !== null) return 'planned for absence but config wants existence'
  if (planned !== null && config === null) return 'planned for existence but config wants absence'
  return undefined
}

function objectProblems(attributes: Attributes, values: Planned, path: Path): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    valueProblems(attribute, at(values, name), [...path, name]),
  )
}

function at({ prior, config, planned }: Planned, key: string | number): Planned {
  return { prior: partOf(prior, key), config: partOf(config, key), planned: partOf(planned, key) }
}

/** What is inside something unknown is unknown. */
function partOf(value: Value, key: string | number): Value {
  if (value instanceof Unknown) return value
  if (typeof key === 'number') return isList(value) ? (value[key] ?? null) : null
  return isObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null
}

function valueProblems(attribute: Attribute, values: Planned, path: Path): readonly Problem[] {
  const { prior, config, planned } = values
  const type = typeOf(attribute)
  if (attribute.writeOnly)
    return planned === null ? [] : [{ path, problem: 'planned value for a write-only attribute' }]
  if (isEqual(planned, config, type)) return []
  if (prior !== null && config !== null && isEqual(planned, prior, type)) return []
  if (attribute.presence === 'computed' || (config === null && isComputed(attribute))) return []
  if (config === null) {
    const value = attribute.sensitive
      ? 'sensitive planned value'
      : `planned value ${valueByHost(planned, type)}`
    return [{ path, problem: `${value} for a non-computed attribute` }]
  }
  if (isNested(attribute)) return nestedProblems(attribute, values, path)
  return [{ path, problem: mismatch(attribute, values) }]
}

function mismatch(attribute: Attribute, { prior, config, planned }: Planned): string {
  const type = typeOf(attribute)
  if (attribute.sensitive) {
    return `sensitive planned value does not match config value${prior === null ? '' : ' nor prior value'}`
  }
  const nor = prior === null ? '' : ` nor prior value ${valueByHost(prior, type)}`
  return `planned value ${valueByHost(planned, type)} does not match config value ${valueByHost(config, type)}${nor}`
}

function nestedProblems(attribute: NestedAttribute, values: Planned, path: Path): readonly Problem[] {
  const { config, planned } = values
  const whole = presenceProblem(values)
  if (whole !== undefined) return [{ path, problem: whole }]
  if (planned instanceof Unknown) return [{ path, problem: 'planned unknown for configured value' }]
  if (attribute.nesting === 'single') return objectProblems(attribute.attributes, values, path)
  const [wanted, given] = [keysOf(config), keysOf(planned)]
  if (wanted.length !== given.length || config instanceof Unknown) {
    const problem = `count in plan (${given.length}) disagrees with count in config (${wanted.length})`
    return [{ path, problem }]
  }
  if (attribute.nesting === 'set') return []
  return given.flatMap((key) =>
    wanted.includes(key)
      ? objectProblems(attribute.attributes, at(values, key), [...path, key])
      : [{ path, problem: `map key ${JSON.stringify(key)} from plan is not present in config` }],
  )
}

const keysOf = (value: Value): readonly (string | number)[] =>
  isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : []

const isAboutElement = ({ planned, actual, isInSet }: Departure): boolean =>
  isInSet === undefined && (planned === undefined || actual === undefined)

function departureProblem({ path, planned, actual, isInSet, type }: Departure): string {
  const element = JSON.stringify(path.at(-1))
  if (planned === undefined) {
    return isInSet
      ? `actual set element ${valueByHost(actual ?? null, type)} does not correlate with any element in plan`
      : `new element ${element} has appeared`
  }
  if (actual === undefined) {
    return isInSet
      ? `planned set element ${valueByHost(planned, type)} does not correlate with any element in actual`
      : `element ${element} has vanished`
  }
  if (actual instanceof Unknown) return 'was known, but now unknown'
  const [before, now] = [planned, actual].map((value) => (value === null ? 'null' : valueByHost(value, type)))
  return `was ${before}, but now ${now}`
}

function unknownPaths(value: Value, path: Path): readonly Path[] {
  if (value instanceof Unknown) return [path]
  if (value instanceof Dynamic) return unknownPaths(value.value, path)
  if (isList(value)) return value.flatMap((element, index) => unknownPaths(element, [...path, index]))
  if (!isObject(value)) return []
  const members: ObjectValue = value
  return Object.entries(members).flatMap(([key, member]) => unknownPaths(member, [...path, key]))
}
