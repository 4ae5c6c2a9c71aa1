import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FoundDocument, GuardedFetch } from '@svc/server'
import { documentsIn, isOfBackstage, looksLikeCatalog } from './documents.ts'
import { filesLike, isPattern, maxFiles, yamlFilesIn } from './find-files.ts'
import { targetsOf } from './locations.ts'
import { nameOf, type Place, placeFrom, placeOf } from './place.ts'
import { readText, Unreadable, unreadable } from './read-text.ts'
import { substituted } from './substitute.ts'

export interface ReadFailure {
  readonly source: string
  readonly location: string
  readonly why: string
  /** Whether entities may be behind it that are now not seen, so that nothing can be said to be gone. */
  readonly hides: boolean
}

export interface Reading {
  readonly documents: readonly FoundDocument[]
  readonly failures: readonly ReadFailure[]
  readonly sources: readonly string[]
}

export interface ReadOptions {
  readonly fetch: GuardedFetch
  readonly cwd: string
  /** What all of it is remembered by; without it, each of what was given is a source of its own. */
  readonly source?: string | undefined
  onProgress?(read: number, found: number): void
}

interface Item {
  readonly place: Place
  readonly source: string
  /** The folder that was given. */
  readonly root?: string
  readonly depth: number
  /** Found by looking through a folder: what is not for a catalog is no mistake there. */
  readonly isSearched: boolean
}

const maxDepth = 10
const maxBytes = 256 * 1024 ** 2
/** With what is put in place of `$text` and its like. */
const maxTexts = 2 * maxFiles
const atOnce = 8

/** Reads what was given and whatever its Locations lead to, each file once. */
export async function readSources(given: readonly string[], options: ReadOptions): Promise<Reading> {
  const documents: FoundDocument[] = []
  const failures: ReadFailure[] = []
  const places = given.map((text) => placeOf(text, options.cwd))
  const sources = places.map((place) => options.source ?? nameOf(place))
  const seen = new Set<string>()
  const queue: Item[] = []
  let bytes = 0
  let texts = 0
  const admit = (text: string): void => {
    bytes += text.length
    texts += 1
    if (bytes > maxBytes) throw new Unreadable(`more than ${maxBytes} bytes in all are too many`)
    if (texts > maxTexts) throw new Unreadable(`more than ${maxTexts} files in all are too many`)
  }

  const fail = (item: Item, error: unknown, hides?: boolean): void => {
    if (!(error instanceof Unreadable)) throw error
    const isGiven = item.depth === 0 && !item.isSearched
    const location = nameOf(item.place)
    failures.push({
      source: item.source,
      location,
      why: error.message,
      hides: hides ?? (isGiven || !error.isMissing),
    })
  }
  const add = (item: Item): void => {
    const key = 'url' in item.place ? item.place.url.href : item.place.path
    if (seen.has(key)) return
    seen.add(key)
    if (item.depth > maxDepth) fail(item, new Unreadable(`it is more than ${maxDepth} Locations deep`))
    else if (queue.length >= maxFiles) fail(item, new Unreadable(`more than ${maxFiles} files are too many`))
    else queue.push(item)
  }

  for (const [index, place] of places.entries()) {
    const item: Item = { place, source: sources[index] ?? '', depth: 0, isSearched: false }
    try {
      for (const one of await startsOf(item)) add(one)
    } catch (error) {
      fail(item, error)
    }
  }

  for (let next = 0; next < queue.length; ) {
    const batch = queue.slice(next, next + atOnce)
    next += batch.length
    const outcomes = await Promise.allSettled(batch.map(({ place }) => readText(place, options.fetch)))
    for (const [index, item] of batch.entries()) {
      const outcome = outcomes[index]
      try {
        if (outcome?.status !== 'fulfilled') throw outcome?.reason
        admit(outcome.value)
        await take(item, outcome.value)
      } catch (error) {
        fail(item, error)
      }
    }
    options.onProgress?.(next, queue.length)
  }
  return { documents, failures, sources: [...new Set(sources)] }

  async function take(item: Item, text: string): Promise<void> {
    const { place, source, isSearched, root } = item
    if (isSearched && !looksLikeCatalog(text)) return
    for (const document of await documentsIn(text)) {
      if (isSearched && !isOfBackstage(document)) continue
      const whole = await substituted(document, place, {
        fetch: options.fetch,
        admit,
        roots: root === undefined ? [options.cwd] : [root, options.cwd],
        onFailure: (what, why) => fail(item, new Unreadable(`${what}: ${why}`), false),
      })
      documents.push({ source, location: nameOf(place), document: whole })
      for (const target of targetsOf(whole)) await follow(item, target)
    }
  }

  async function follow(item: Item, target: string): Promise<void> {
    const found = { ...item, depth: item.depth + 1, isSearched: false }
    const lead = placeFrom(item.place, target)
    try {
      if (!lead) throw new Unreadable(`its target ${JSON.stringify(target)} is not an address`)
      if (!isPattern(target) || ('url' in lead && lead.url.search !== '')) add({ ...found, place: lead })
      else if ('url' in lead || 'url' in item.place) {
        throw new Unreadable(`its target ${target} is a pattern, which only works among files`)
      } else {
        for (const path of await filesLike(target.replace(/^file:/, ''), item.place.path)) {
          add({ ...found, place: { path } })
        }
      }
    } catch (error) {
      fail(item, error)
    }
  }
}

/** A folder is looked through; a file or an address is read itself. */
async function startsOf(item: Item): Promise<readonly Item[]> {
  if ('url' in item.place) return [item]
  const { path } = item.place
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      throw unreadable(error)
    },
  )
  if (!isFolder) return [{ ...item, root: dirname(path) }]
  return (await yamlFilesIn(path)).map((file) => ({
    ...item,
    place: { path: file },
    root: path,
    isSearched: true,
  }))
}
