import { documentsIn, isObject } from './documents.ts'
import { nameOf, type Place, placeFrom } from './place.ts'
import { Unreadable } from './read-text.ts'

export interface Substituting {
  read(place: Place): Promise<string>
  onFailure(key: string, why: string): void
  /** Refuses more files than one run may read. */
  admit(): void
}

const words = ['$text', '$json', '$yaml'] as const
const maxDepth = 12

/**
 * Replaces `$text`, `$json` and `$yaml` by what they name. An API's definition is left as it is, because svc
 * stores its address; so are a template's steps, which it does not store.
 */
export async function substituted(document: unknown, place: Place, options: Substituting): Promise<unknown> {
  if (!isObject(document)) return document
  const { metadata, spec } = document
  if (!isObject(spec)) return { ...document, metadata: await walk(metadata, place, options) }
  const { definition, steps, ...rest } = spec
  return {
    ...document,
    metadata: await walk(metadata, place, options),
    spec: {
      ...((await walk(rest, place, options)) as object),
      ...(definition !== undefined && { definition }),
      ...(steps !== undefined && { steps }),
    },
  }
}

async function walk(value: unknown, place: Place, options: Substituting, depth = 0): Promise<unknown> {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const one of value) items.push(await walk(one, place, options, depth + 1))
    return items
  }
  const entries = Object.entries(value)
  const [[key, target] = []] = entries
  const word = words.find((one) => one === key)
  if (word && entries.length === 1 && typeof target === 'string') {
    return replacement(word, target, place, options).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      const named = placeFrom(place, target)
      options.onFailure(`${word}: ${named ? nameOf(named) : target}`, error.message)
      return undefined
    })
  }
  const kept: [string, unknown][] = []
  for (const [name, one] of entries) kept.push([name, await walk(one, place, options, depth + 1)])
  return Object.fromEntries(kept)
}

async function replacement(
  word: (typeof words)[number],
  target: string,
  base: Place,
  { read, admit }: Substituting,
): Promise<unknown> {
  const place = placeFrom(base, target)
  if (!place) throw new Unreadable('it is not an address')
  const text = await read(place)
  admit()
  if (word === '$text') return text
  const [document] = await documentsIn(text)
  return document
}
