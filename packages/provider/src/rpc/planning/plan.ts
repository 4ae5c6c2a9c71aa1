import { isEqual } from '../../protocol/equal.ts'
import {
  type Attribute,
  type Attributes,
  isComputed,
  isNested,
  type NestedAttribute,
  objectTypeOf,
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
 * What an object is to become, `unknown` where the provider will say. The prior itself when nothing changes.
 *
 * The host's own proposal is not asked: it follows from the two, but where a service filled in an object
 * that people may write, the host takes it for theirs and drops it, in every plan anew.
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
  return planned
}

/** Undefined is what was before where there was no such object or element, null where it had no such value. */
type Prior = Value | undefined

function planAttribute(attribute: Attribute, prior: Prior, config: Value): Value {
  if (config === null && attribute.default === undefined) {
    // Nobody has said anything: it stays as it was, and what is new is the provider's to say.
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

/** An element that says what one before it said, in other words, is still that one. */
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
