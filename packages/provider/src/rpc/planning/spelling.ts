import type { Attribute } from '../../protocol/schema.ts'
import { isWhollyKnown, type Value } from '../../protocol/value.ts'

/** The reference if the value means the same; the value otherwise. */
export function keepSpelling({ isSame }: Attribute, reference: Value | undefined, value: Value): Value {
  if (!isSame || reference === undefined || reference === null || value === null) return value
  if (!isWhollyKnown(reference) || !isWhollyKnown(value)) return value
  return isSame(reference, value) ? reference : value
}
