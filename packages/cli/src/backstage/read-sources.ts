import { stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { FoundDocument, GuardedFetch } from '@svc/server'
import type { AllowedFiles } from './allowed-files.ts'
import { type DocumentText, documentTexts, maxDocumentLength } from './document-texts.ts'
import { documentsIn, isOfBackstage, hasForeignApiVersion, looksLikeCatalog } from './documents.ts'
import { filesMatching, fixedPartOf, isPattern, maxFiles, yamlFilesIn } from './find-files.ts'
import { refOf, targetsOf } from './locations.ts'
import { nameOf, type Place, placeFrom, placeOf } from './place.ts'
import { fetchText, Unreadable, unreadable } from './read-text.ts'
import { substituted } from './substitute.ts'

export interface ReadFailure {
  readonly source: string
  readonly location: string
  readonly why: string
  /** Whether it may hide entities, so that none of the source can be reported as gone. */
  readonly hides: boolean
}

export interface Reading {
  readonly documents: FoundDocument[]
  readonly failures: readonly ReadFailure[]
  readonly sources: readonly string[]
}

export interface ReadOptions {
  readonly fetch: GuardedFetch
  readonly files: AllowedFiles
  /** Folders that may be read in addition to the given one, or that of the given file. */
  readonly roots: readonly string[]
  readonly cwd: string
  /** What is kept of a document. */
  keptOf(document: unknown): unknown
  /** The name of the source for all of it; without one, each given path is a separate source. */
  readonly source?: string | undefined
  onProgress?(read: number, found: number): void
}

interface Item {
  readonly place: Place
  readonly source: string
  /** Folders that a file may be read from: everybody can read what ends up in the catalog. */
  readonly roots: readonly string[]
  readonly depth: number
  /** Found by searching a folder: files that are not for a catalog are not errors there. */
  readonly isSearched: boolean
}

const maxDepth = 10
/** Including the files inserted by `$text` and similar placeholders. */
const maxTexts = 2 * maxFiles
const atOnce = 8
/** So many documents of a file may be unreadable; then it is probably something else. */
const maxFaults = 20

/** Reads what was given and whatever its Locations point to, each file once. */
export async function readSources(given: readonly string[], options: ReadOptions): Promise<Reading> {
  const documents: FoundDocument[] = []
  const failures: ReadFailure[] = []
  const places = given.map((text) => placeOf(text, options.cwd))
  const sources = places.map((place) => options.source ?? nameOf(place))
  const seen = new Set<string>()
  const queue: Item[] = []
  let texts = 0
  const admit = (): void => {
    texts += 1
    if (texts > maxTexts) throw new Unreadable(`the sources have more files than the limit of ${maxTexts}`)
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
    else if (queue.length >= maxFiles)
      fail(item, new Unreadable(`the sources have more files than the limit of ${maxFiles}`))
    else queue.push(item)
  }

  for (const [index, place] of places.entries()) {
    const item: Item = {
      place,
      source: sources[index] ?? '',
      roots: options.roots,
      depth: 0,
      isSearched: false,
    }
    try {
      for (const one of await startsOf(item)) add(one)
    } catch (error) {
      fail(item, error)
    }
  }

  for (let next = 0; next < queue.length; ) {
    const batch = queue.slice(next, next + atOnce)
    const fetched = await Promise.allSettled(batch.map(({ place }) => textAt(place)))
    for (const [index, item] of batch.entries()) {
      const outcome = fetched[index]
      const done = next + index
      try {
        if (outcome?.status !== 'fulfilled') throw outcome?.reason
        admit()
        await take(item, outcome.value, (share) => options.onProgress?.(done + share, queue.length))
      } catch (error) {
        fail(item, error)
      }
    }
    next += batch.length
    options.onProgress?.(next, queue.length)
  }
  return { documents, failures, sources: [...new Set(sources)] }

  /** Files are read piece by piece when it is their turn; what is fetched is limited in size. */
  async function textAt(place: Place): Promise<string | undefined> {
    return 'url' in place ? fetchText(place.url, options.fetch) : undefined
  }

  function read(place: Place, roots: readonly string[]): Promise<string> {
    return 'url' in place ? fetchText(place.url, options.fetch) : options.files.read(place.path, roots)
  }

  async function* pieces({ place, roots }: Item, onShare: (share: number) => void): AsyncGenerator<string> {
    if ('url' in place) return
    for await (const { text, share } of options.files.stream(place.path, roots)) {
      onShare(share)
      yield text
    }
  }

  async function take(
    item: Item,
    fetched: string | undefined,
    onShare: (share: number) => void,
  ): Promise<void> {
    const texts = () => documentTexts(fetched === undefined ? pieces(item, onShare) : [fetched])
    const meant = item.isSearched ? await purposeOf(texts()) : 'catalog'
    if (meant === 'other') return
    let faults = 0
    for await (const { text, line } of texts()) {
      try {
        if (text === undefined) throw tooLong(line)
        for (const document of await documentsIn(text, line)) await takeDocument(item, document)
      } catch (error) {
        // Documents that are not Backstage's need not be readable.
        if (meant === 'foreign' && error instanceof Unreadable) continue
        faults += 1
        if (faults > maxFaults) throw new Unreadable('it has more faults, and the rest of it was not read')
        fail(item, error)
      }
    }
  }

  async function takeDocument(item: Item, document: unknown): Promise<void> {
    const { place, source, roots } = item
    const location = nameOf(place)
    if (!isOfBackstage(document)) {
      // Reported as what it is, and not followed: what it names is not ours to read.
      documents.push({ source, location, document: options.keptOf(document) })
      return
    }
    const whole = await substituted(document, place, {
      read: (named) => read(named, roots),
      admit,
      onFailure: (what, why) =>
        fail(item, new Unreadable(`${what}: ${why}, so ${refOf(document)} is imported without it`), false),
    })
    documents.push({ source, location, document: options.keptOf(whole) })
    for (const target of targetsOf(whole)) await follow(item, target, refOf(document))
  }

  async function follow(item: Item, target: string, from: string): Promise<void> {
    const found = { ...item, depth: item.depth + 1, isSearched: false }
    const lead = placeFrom(item.place, target)
    try {
      if (!lead) throw new Unreadable(`its target ${JSON.stringify(target)} is not an address`)
      const isSearch = isPattern(target) && !('url' in lead && lead.url.search !== '')
      if (isSearch && ('url' in lead || 'url' in item.place)) {
        throw new Unreadable(`its target ${target} is a pattern, which only works for files`)
      }
      if ('url' in lead) add({ ...found, place: lead })
      else await addFiles(found, isSearch ? await filesLike(lead.path, item) : [lead.path], from)
    } catch (error) {
      fail(item, error)
    }
  }

  /** Checked before they are queued: what one source may not read, another may. */
  async function addFiles(found: Item, paths: readonly string[], from: string): Promise<void> {
    const refused: { readonly path: string; readonly why: string }[] = []
    for (const path of paths) {
      await options.files.locate(path, found.roots).then(
        () => add({ ...found, place: { path } }),
        (error: unknown) => {
          if (!(error instanceof Unreadable)) throw error
          refused.push({ path, why: error.message })
        },
      )
    }
    const [first] = refused
    if (!first) return
    const others = refused.length > 1 ? ` and to ${refused.length - 1} more that were refused` : ''
    fail({ ...found, place: first }, new Unreadable(`${first.why}; ${from} points there${others}`))
  }

  async function filesLike(pattern: string, { place, roots }: Item): Promise<readonly string[]> {
    const base = dirname('path' in place ? place.path : options.cwd)
    // Searching folders that may not be read would take time and reveal what is in them.
    await options.files.locate(join(fixedPartOf(pattern), 'any'), roots).catch((error: unknown) => {
      throw error instanceof Unreadable ? new Unreadable(`its target ${pattern}: ${error.message}`) : error
    })
    return filesMatching(relative(base, pattern), base)
  }
}

const tooLong = (line: number): Unreadable =>
  new Unreadable(
    `the document at line ${line} has more than ${maxDocumentLength} characters, the most that one may have`,
  )

/** What a file of a searched folder is meant for. */
async function purposeOf(texts: AsyncIterable<DocumentText>): Promise<'catalog' | 'foreign' | 'other'> {
  let purpose: 'foreign' | 'other' = 'other'
  for await (const { text, head } of texts) {
    if (looksLikeCatalog(text ?? head)) return 'catalog'
    if (hasForeignApiVersion(text ?? head)) purpose = 'foreign'
  }
  return purpose
}

/** A folder is searched; a file or an address is read directly. */
async function startsOf(item: Item): Promise<readonly Item[]> {
  if ('url' in item.place) return [item]
  const { path } = item.place
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      throw unreadable(error)
    },
  )
  if (!isFolder) return [{ ...item, roots: [dirname(path), ...item.roots] }]
  return (await yamlFilesIn(path)).map((file) => ({
    ...item,
    place: { path: file },
    roots: [path, ...item.roots],
    isSearched: true,
  }))
}
