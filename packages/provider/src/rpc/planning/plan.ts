import { isEqual } from '../../protocol/equal.ts'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isNested,
  type NestedAttribute,
  objectTypeOf,
  typeOf,
} from '../../protocol/schema.ts'
import { isList, isObject, type ObjectValue, Unknown, unknown, type Value } from '../../protocol/value.ts'
import { matchElements } from './match-elements.ts'
import { keepSpelling } from './spelling.ts'
import { forgetVolatile } from './volatile.ts'

export interface Draft {
  /** Null when the object is to be created. */
  readonly prior: ObjectValue | null
  readonly config: ObjectValue
}

/**
 * The planned object, `unknown` where the provider will decide. The prior itself if nothing changes.
 *
 * The host's own proposal is ignored: it follows from the two, but if a service filled in an object that users may
 * also write, the host treats it as theirs and drops it in every plan.
 */
export function plan({ attributes, ...draft }: Draft & { readonly attributes: Attributes }): ObjectValue {
  const planned = planObject(attributes, draft)
  if (draft.prior === null) return planned
  if (isEqual(planned, draft.prior, objectTypeOf(attributes))) return draft.prior
  return forgetVolatile(attributes, draft.config, planned)
}

function planObject(attributes: Attributes, { prior, config }: Draft): ObjectValue {
  const planned: Record<string, Value> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    const before = prior === null ? undefined : (prior[name] ?? null)
    planned[name] = planAttribute(attribute, before, config[name] ?? null)
  }
  return prior === null ? planned : forgetFollowers(attributes, { prior, config }, planned)
}

/** What is not configured and computed from something that changes is unknown. */
function forgetFollowers(
  attributes: Attributes,
  { prior, config }: { readonly prior: ObjectValue; readonly config: ObjectValue },
  planned: ObjectValue,
): ObjectValue {
  const isForgotten = (name: string): boolean =>
    (config[name] ?? null) === null && (attributes[name]?.follows ?? []).some(hasChanged)
  const hasChanged = (name: string): boolean => {
    const attribute = attributes[name]
    if (!attribute) return false
    return isForgotten(name) || !isEqual(prior[name] ?? null, planned[name] ?? null, typeOf(attribute))
  }
  const forgotten = Object.keys(attributes).filter(isForgotten)
  if (forgotten.length === 0) return planned
  return { ...planned, ...Object.fromEntries(forgotten.map((name) => [name, unknown])) }
}

/** The prior is undefined if there was no such object or element, null if it had no such value. */
type Prior = Value | undefined

function planAttribute(attribute: Attribute, prior: Prior, config: Value): Value {
  if (attribute.writeOnly) return null
  if (config === null && attribute.default === undefined) {
    // Not configured: it stays as it was, and the provider decides new values.
    return isComputed(attribute) ? (prior === undefined ? unknown : prior) : null
  }
  // What is taken by default is planned as if it had been written, its own members included.
  const given = config ?? attribute.default ?? null
  const planned = isNested(attribute) ? planNested(attribute, prior, given) : given
  return keepSpelling(attribute, prior, planned)
}

function planNested({ nesting, attributes }: NestedAttribute, prior: Prior, config: Value): Value {
  if (config === null || config instanceof Unknown) return config
  if (nesting === 'single') return planElement(attributes, prior, config)
  if (isList(config)) {
    if (nesting === 'set') return planSet(attributes, isList(prior) ? prior : [], config)
    return config.map((element, index) =>
      planElement(attributes, isList(prior) ? prior[index] : undefined, element),
    )
  }
  if (!isObject(config)) return config
  const before = isObject(prior) ? prior : {}
  return Object.fromEntries(
    Object.entries(config).map(([key, element]) => [
      key,
      planElement(attributes, Object.hasOwn(before, key) ? before[key] : undefined, element),
    ]),
  )
}

const planElement = (attributes: Attributes, prior: Prior, config: Value): Value =>
  isObject(config) ? planObject(attributes, { prior: isObject(prior) ? prior : null, config }) : config

/** An element with another spelling of a prior one is still that one. */
function planSet(
  attributes: Attributes,
  prior: readonly Value[],
  config: readonly Value[],
): readonly Value[] {
  const type = objectTypeOf(attributes)
  const before = matchElements(config, prior, (reference, element) =>
    isEqual(planElement(attributes, reference, element), reference, type),
  )
  return config.map((element, index) => before[index] ?? planElement(attributes, undefined, element))
}
