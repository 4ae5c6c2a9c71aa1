import { type Attribute, attributeNamed } from './attributes.ts'
import type { Document } from './documents.ts'
import type { Filter, FilterValue, Operator } from './filter.ts'
import { badRequest, shortened } from './refusal.ts'

/** Whether one value of a complex attribute fits a filter on its parts. */
export function matcherOf(parts: readonly Attribute[], filter: Filter): (value: Document) => boolean {
  switch (filter.is) {
    case 'all': {
      const all = filter.parts.map((part) => matcherOf(parts, part))
      return (value) => all.every((fits) => fits(value))
    }
    case 'any': {
      const any = filter.parts.map((part) => matcherOf(parts, part))
      return (value) => any.some((fits) => fits(value))
    }
    case 'not': {
      const fits = matcherOf(parts, filter.part)
      return (value) => !fits(value)
    }
    case 'some':
      throw badRequest('invalidFilter', `${shortened(filter.attribute)} has no values with parts.`)
    case 'compared': {
      const attribute = attributeNamed(parts, filter.attribute)
      if (!attribute) throw badRequest('invalidFilter', `There is no part ${shortened(filter.attribute)}.`)
      return (value) => compares(attribute, value[attribute.name], filter)
    }
  }
}

interface Comparison {
  readonly operator: Operator
  readonly value: FilterValue
}

function compares({ isCaseExact }: Attribute, found: unknown, { operator, value }: Comparison): boolean {
  const fold = (one: unknown): string => {
    const text = String(one)
    return isCaseExact ? text : text.toLowerCase()
  }
  if (operator === 'pr') return found !== undefined
  // What is not there is equal to nothing but null; a primary that is not there is not primary.
  const isThere = found !== undefined && value !== null
  const actual = isThere ? fold(found) : found === undefined ? null : fold(found)
  const wanted = value === null ? null : fold(value)
  if (operator === 'eq') return actual === wanted || (found === undefined && value === false)
  if (operator === 'ne') return actual !== wanted
  if (actual === null || wanted === null) return false
  return orders[operator](actual, wanted)
}

const orders: Readonly<
  Record<Exclude<Operator, 'eq' | 'ne' | 'pr'>, (one: string, other: string) => boolean>
> = {
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
}

/** What a value must have to fit a filter of nothing but equalities; undefined for any other filter. */
export function impliedBy(parts: readonly Attribute[], filter: Filter): Document | undefined {
  const equalities = filter.is === 'all' ? filter.parts : [filter]
  const implied: Record<string, unknown> = {}
  for (const one of equalities) {
    if (one.is !== 'compared' || one.operator !== 'eq' || one.value === null) return undefined
    const attribute = attributeNamed(parts, one.attribute)
    if (!attribute) return undefined
    implied[attribute.name] = attribute.type === 'boolean' ? fitsTrue(one.value) : String(one.value)
  }
  return implied
}

const fitsTrue = (value: FilterValue): boolean => String(value).toLowerCase() === 'true'
