import { attributeNameOf, type JsonSchema, type Kind } from '@svc/model'
import type { Path } from '../protocol/diagnostic.ts'
import type { Column } from './attributes.ts'
import type { Shape } from './shape.ts'

/** The path of a part of a record in the configuration, as far as the host can point to it. */
export function attributePath(columns: readonly Column[], parts: readonly (string | number)[]): Path {
  const [key, ...rest] = parts
  const column = columns.find((one) => one.key === key)
  return column ? [column.name, ...inside(column.shape, rest)] : []
}

function inside(shape: Shape, parts: readonly (string | number)[]): Path {
  const [part, ...rest] = parts
  if (part === undefined) return []
  if (shape.kind === 'list') return [Number(part)]
  if (shape.kind === 'objects') {
    const [member, ...deeper] = rest
    return member === undefined
      ? [Number(part)]
      : [Number(part), ...memberPath(shape, String(member), deeper)]
  }
  return shape.kind === 'object' ? memberPath(shape, String(part), rest) : []
}

function memberPath(shape: Shape, key: string, rest: readonly (string | number)[]): Path {
  const member = shape.members?.get(key)
  return member ? [member.name, ...inside(member.shape, rest)] : []
}

/** Replaces the API's names in a sentence with those in code. */
export function inCodeWords(kind: Kind, sentence: string): string {
  const named = Object.entries(kind.fields).map(([key, { schema }]) => [key, schema] as const)
  const parts = named.flatMap(([, schema]) => [...partsOf(schema)])
  const names = new Map([...parts, ...named].map(([key, schema]) => [key, attributeNameOf(key, schema)]))
  // Only names that cannot be ordinary words are replaced.
  const said = sentence.replace(/\b([a-z]+(?:[A-Z][a-z0-9]*)+|params)\b/g, (word) => names.get(word) ?? word)
  // In code, null means omitted.
  return said.replace(/, null$/, '')
}

/** The parts of a structured value, at any depth. */
function* partsOf({ properties = {}, items }: JsonSchema): Generator<readonly [string, JsonSchema]> {
  for (const [key, part] of Object.entries(properties)) {
    yield [key, part]
    yield* partsOf(part)
  }
  if (items) yield* partsOf(items)
}
