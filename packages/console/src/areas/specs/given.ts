/** What a spec holds is anybody's guess: these take what fits and leave the rest. */
export type Given = Readonly<Record<string, unknown>>

export const asObject = (value: unknown): Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : {}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** As JSON; in YAML a value can hold itself, and what goes round in circles has no end to write. */
export function inJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? ''
  } catch {
    return '(holds itself)'
  }
}

/** The value that `#/components/schemas/Order` points at in a document. */
export function pointed(document: Given, pointer: string): unknown {
  let found: unknown = document
  for (const part of pointer.replace(/^#\//, '').split('/')) {
    const key = decoded(part).replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Given)[key]
  }
  return found
}

/** As it stands where it cannot be decoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
