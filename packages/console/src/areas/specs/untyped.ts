/** A spec may contain anything: these read what has the expected type and ignore the rest. */
export type Untyped = Readonly<Record<string, unknown>>

export const asObject = (value: unknown): Untyped =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Untyped) : {}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** As JSON; in YAML a value can contain itself, and a cycle cannot be serialised. */
export function inJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? ''
  } catch {
    return '(circular)'
  }
}

/** The value that `#/components/schemas/Order` points at in a document. */
export function resolvePointer(document: Untyped, pointer: string): unknown {
  let found: unknown = document
  for (const part of pointer.replace(/^#\//, '').split('/')) {
    const key = decoded(part).replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Untyped)[key]
  }
  return found
}

/** Unchanged where it cannot be decoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
