import { departures } from '../../protocol/departures.ts'
import {
  type Attribute,
  type Attributes,
  isNested,
  type NestedAttribute,
  objectTypeOf,
} from '../../protocol/schema.ts'
import { isList, isObject, type ObjectValue, Unknown, type Value } from '../../protocol/value.ts'
import { matchElements } from './match-elements.ts'
import { keepSpelling } from './spelling.ts'

/**
 * The answer of a service in the spelling of the plan or the prior state: hosts treat every other spelling as a
 * change, and distinguish an empty list from none.
 */
export function reconcile(
  attributes: Attributes,
  reference: ObjectValue | null,
  answer: ObjectValue,
): ObjectValue {
  const result: Record<string, Value> = { ...answer }
  for (const [name, attribute] of Object.entries(attributes)) {
    const given = answer[name]
    if (given !== undefined) result[name] = reconcileValue(attribute, reference?.[name] ?? null, given)
  }
  return result
}

function reconcileValue(attribute: Attribute, reference: Value, answer: Value): Value {
  if (reference instanceof Unknown) return answer
  if (answer === null) return isEmpty(reference) ? reference : null
  if (reference === null && isEmpty(answer)) return canBeNull(attribute) ? null : answer
  const value = isNested(attribute) ? reconcileNested(attribute, reference, answer) : answer
  return keepSpelling(attribute, reference, value)
}

/** Only for optional attributes without a default. */
const canBeNull = ({ presence, default: value }: Attribute): boolean =>
  presence !== 'required' && (value === undefined || value === null)

function isEmpty(value: Value): boolean {
  if (value === '') return true
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}

function reconcileNested({ nesting, attributes }: NestedAttribute, reference: Value, answer: Value): Value {
  const reconcilePart = (known: Value | undefined, part: Value): Value => {
    if (!isObject(part) || known instanceof Unknown) return part
    return reconcile(attributes, isObject(known) ? known : null, part)
  }
  if (nesting === 'single') return reconcilePart(reference, answer)
  if (isList(answer)) {
    const known = isList(reference) ? reference : []
    const partners = nesting === 'set' ? partnersOf(attributes, known, answer, reconcilePart) : known
    return answer.map((element, index) => reconcilePart(partners[index], element))
  }
  if (!isObject(answer)) return answer
  const known = isObject(reference) ? reference : {}
  return Object.fromEntries(
    Object.entries(answer).map(([key, element]) => [key, reconcilePart(known[key], element)]),
  )
}

/** Which element of the reference each element of a set corresponds to. */
const partnersOf = (
  attributes: Attributes,
  known: readonly Value[],
  answer: readonly Value[],
  reconcilePart: (known: Value, part: Value) => Value,
): readonly (Value | undefined)[] =>
  matchElements(
    answer,
    known,
    (reference, element) =>
      departures(reference, reconcilePart(reference, element), objectTypeOf(attributes)).length === 0,
  )
