import { limits } from '@svc/model'
import { isPlain } from './values.ts'

/** In place of a definition that is part of an API: svc stores none, and reports only how long it is. */
export class InlineDefinition {
  readonly length: number

  constructor(length: number) {
    this.length = length
  }
}

/** Longer than any text that svc stores, so that one that is cut here is cut again, and reported, as it would be. */
const maxText = limits.description + 100

/**
 * What planning needs of a document. A plan is made of all documents at once, so that what they do not tell it must
 * not stay in memory.
 */
export function keptOf(document: unknown): unknown {
  if (!isPlain(document)) return shortened(document)
  const { spec } = document
  if (!isPlain(spec)) return shortened(document)
  const { definition, steps, ...rest } = spec
  return {
    ...(shortened({ ...document, spec: rest }) as object),
    spec: {
      ...(shortened(rest) as object),
      ...(definition !== undefined && { definition: definitionOf(definition) }),
      ...(steps !== undefined && { steps: Array.isArray(steps) ? steps.map(() => null) : steps }),
    },
  }
}

const definitionOf = (definition: unknown): unknown =>
  typeof definition === 'string' && definition.trim() !== ''
    ? new InlineDefinition(definition.length)
    : shortened(definition)

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return apart(value.length > maxText ? value.slice(0, maxText) : value)
  if (Array.isArray(value)) return value.map(shortened)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}

/** A copy: V8 lets a part of a text keep the whole text in memory. */
const apart = (text: string): string =>
  text.length > 12 && text.isWellFormed() ? Buffer.from(text).toString() : text
