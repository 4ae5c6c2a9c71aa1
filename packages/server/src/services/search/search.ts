import { allKinds, type Kind, titleFieldsOf } from '@svc/model'
import { kindOfId } from '../../store/kind-of-id.ts'
import { isHome } from '../../store/partition-id.ts'
import type { Condition, Sort } from '../../store/records.ts'
import { type AskedWord, idsWithWords, knownWords } from '../../store/search/find-words.ts'
import { runsOf } from '../../store/search/runs.ts'
import { wordsPending } from '../../store/search/words-pending.ts'
import { isIndexed } from '../../store/search/tokens.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Fields } from '../records/behaviour.ts'
import { listRequest, readSome } from '../records/lists.ts'
import { correctionsIn, fieldsToCorrect } from './corrections.ts'
import { mayRead, type Named, namedBy, namesOf } from './names.ts'
import { rankOf, type Sought, soughtIn, wholeRankOf } from './rank.ts'
import { spellingsOf } from './spellings.ts'

export interface SearchRequest {
  readonly q: string
  readonly kind: string | undefined
  /** Per kind. */
  readonly limit: number
}

export interface Hit extends Named {
  readonly ownerTeamId: string | null
  readonly ownerTeamName: string | null
}

export interface Found {
  readonly results: readonly Hit[]
  /** The query as somebody may have meant it who mistyped it. */
  readonly didYouMean: string | null
}

/** More records have a common word than are worth reading: then the newest count. */
const maxWithWords = 300
/** They are read in the order of the alphabet, and shown newest first. */
const namesFor = (limit: number): number => Math.min(200, limit * 5)
/** With fewer results, the query may be mistyped. */
const fewResults = 3
const maxMistyped = 100
/** All spellings of two or three words. */
const maxSpellings = 1_500

export async function search(ctx: Context, { q, kind: only, limit }: SearchRequest): Promise<Found> {
  const kinds = allKinds.filter(
    (kind) => isIndexed(kind) && (only ?? kind.name) === kind.name && mayRead(ctx, kind),
  )
  const sought = soughtIn(q)
  const lookUp = await lookUpOf(ctx, kinds)
  const finder = finderOf(ctx, kinds, { sought, limit, lookUp })
  await finder.byName()
  const isId = kinds.some((kind) => isIdOf(kind, sought.text)) && finder.best().length > 0
  if (!isId) {
    await finder.byWords(wholeWords(sought.words), true)
    await finder.byText()
    // Where a text is common, the newest records have been found that contain it, whatever their words begin with.
    if (!finder.isFull()) await finder.byWords(await beginnings(lookUp, sought.words))
  }
  const hits = finder.best()
  const isDoubtful = !isId && hits.length < fewResults && !finder.isSure()
  const meant = isDoubtful ? await mistyped(ctx, kinds, { sought, limit, lookUp }) : undefined
  const known = new Set(hits.map(({ id }) => id))
  const others = (meant?.hits ?? []).filter(({ id }) => !known.has(id))
  const all = kinds.flatMap((kind) => {
    const own = [...hits, ...others].filter((hit) => hit.kind === kind.name)
    return own.slice(0, limit)
  })
  return {
    results: await withOwners(ctx, all),
    didYouMean: others.length > hits.length ? (meant?.didYouMean ?? null) : null,
  }
}

const isIdOf = ({ idPrefix }: Kind, text: string): boolean => text.toLowerCase().startsWith(`${idPrefix}_`)

/**
 * The words whose beginnings will do; none if all of them have been looked for as they are. A common word is whole:
 * an engine would collect everything that begins with it before it finds the first record that has the others too.
 */
async function beginnings(lookUp: LookUp, words: readonly AskedWord[]): Promise<readonly AskedWord[]> {
  const asked = await Promise.all(
    words.map(async (word) => {
      if (!word.isPrefix || words.length === 1) return word
      return { ...word, isPrefix: !(await lookUp.isCommon(wholeWords([word]))) }
    }),
  )
  return asked.some(({ isPrefix }) => isPrefix) ? asked : []
}

/** A hit before the name of its owner is looked up. */
interface Bare extends Named {
  readonly ownerTeamId: string | null
}

const wholeWords = (words: readonly AskedWord[]): readonly AskedWord[] =>
  words.map((word) => ({ ...word, isPrefix: false }))

interface LookUp {
  /** The ids of records with these words, by kind. */
  byWords(
    words: readonly AskedWord[],
    most: number,
  ): Promise<ReadonlyMap<Kind | undefined, readonly string[]>>
  /** Whether more records have these words than are read. */
  isCommon(words: readonly AskedWord[]): Promise<boolean>
  /** Those of these words that anything has. */
  known(words: readonly string[]): Promise<ReadonlySet<string>>
}

async function lookUpOf(ctx: Context, kinds: readonly Kind[]): Promise<LookUp> {
  const { store, caller } = ctx
  const places = await Promise.all(
    Array.from(
      Map.groupBy(kinds, (kind) => partitionOf(caller, kind)),
      async ([place, own]) => ({
        place,
        own,
        pending: await store.run(wordsPending, place),
      }),
    ),
  )
  const inAll = (words: readonly AskedWord[], limit: number) =>
    Promise.all(places.map(({ place, pending }) => store.run(idsWithWords, place, { words, limit, pending })))

  return {
    async byWords(words, limit) {
      const found = await Promise.all(
        places.map(async ({ place, own, pending }) => {
          const ids = await store.run(idsWithWords, place, { words, limit, pending })
          if (ids.length < limit) return ids
          // Records of one kind must not hide those of another.
          const ofEach = await Promise.all(
            own.map((kind) => store.run(idsWithWords, place, { words, kind, limit, pending })),
          )
          return ofEach.flat()
        }),
      )
      return Map.groupBy(found.flat(), kindOfId)
    },
    isCommon: async (words) => (await inAll(words, maxWithWords)).flat().length >= maxWithWords,
    async known(words) {
      // Not also among the members, unless they are all that is looked for: it would take twice as long.
      const [first] = places.toSorted((a, b) => Number(isHome(a.place)) - Number(isHome(b.place)))
      return new Set(first && (await store.run(knownWords, first.place, words, first.pending)))
    },
  }
}

/** Collects what is found of each kind in several ways. */
function finderOf(
  ctx: Context,
  kinds: readonly Kind[],
  { sought, limit, lookUp }: { readonly sought: Sought; readonly limit: number; readonly lookUp: LookUp },
) {
  const { text, hasSymbols } = sought
  const found = new Map(kinds.map((kind) => [kind, new Map<string, Bare>()]))
  /** Those that contain what is no word. */
  const literally = new Set<string>()
  /** Those that have all words as they are, wherever. */
  const wholly = new Set<string>()
  const full = new Set<Kind>()
  const read = async (kind: Kind, where: readonly Condition[], most: number, sort?: Sort) => {
    const hits = await readHits(ctx, kind, { where, most, sort })
    for (const hit of hits) found.get(kind)?.set(hit.id, hit)
    return hits
  }
  const rank = ({ id, name }: Bare): number => {
    const isWhole = wholly.has(id) && (!hasSymbols || literally.has(id))
    const own = isWhole ? wholeRankOf(name, sought) : rankOf(name, sought)
    return literally.has(id) && own > 1 ? Math.min(own, 1.5) : own
  }
  const ofEach = (work: (kind: Kind) => Promise<unknown>) => Promise.all(kinds.map(work))

  return {
    /** Names and ids that begin with the text. */
    byName: () =>
      ofEach(async (kind) => {
        const field = kind.sortBy ?? kind.search?.[0]
        if (kind.search && field !== undefined)
          await read(kind, [{ begins: text }], namesFor(limit), { field, isDescending: false })
        if (isIdOf(kind, text)) await read(kind, [{ idBegins: text.toLowerCase() }], limit)
      }),
    async byWords(asked: readonly AskedWord[], areWhole = false) {
      const ids = await lookUp.byWords(asked, maxWithWords)
      await ofEach(async (kind) => {
        const own = ids.get(kind) ?? []
        if (own.length === 0) return
        const hits = await read(kind, [{ field: 'id', oneOf: own }], own.length)
        if (areWhole) for (const { id } of hits) wholly.add(id)
      })
    },
    /** The newest that contain all of it. */
    byText: () =>
      ofEach(async (kind) => {
        if (!kind.search) return
        const texts = hasSymbols ? [text] : [...new Set(runsOf(text))]
        const hits = await read(
          kind,
          texts.map((one) => ({ search: one })),
          limit,
        )
        if (hits.length >= limit) full.add(kind)
        if (hasSymbols) for (const { id } of hits) literally.add(id)
      }),
    /** Whether a kind has more than is wanted. */
    isFull: () => full.size > 0,
    /** Whether something has these words, or a name that begins like them: then nobody has mistyped them. */
    isSure: () =>
      wholly.size > 0 ||
      found.values().some((own) => own.values().some((hit) => rankOf(hit.name, sought) <= 2)),
    best: () => kinds.flatMap((kind) => best([...(found.get(kind)?.values() ?? [])], rank, limit)),
  }
}

type Ranked = Bare & { readonly record: Fields }

async function readHits(
  ctx: Context,
  kind: Kind,
  {
    where,
    most,
    sort,
    fields = [],
  }: {
    readonly where: readonly Condition[]
    readonly most: number
    readonly sort?: Sort | undefined
    readonly fields?: readonly string[]
  },
): Promise<readonly Ranked[]> {
  const { records } = await readSome(ctx, {
    ...listRequest(ctx, kind, {}, where),
    sort,
    limit: most,
    fields: [
      ...new Set([
        ...titleFieldsOf(kind),
        ...('ownerTeamId' in kind.fields ? ['ownerTeamId'] : []),
        ...fields,
      ]),
    ],
  })
  return records.map((record) => ({
    ...namedBy(kind, record),
    ownerTeamId: typeof record.ownerTeamId === 'string' ? record.ownerTeamId : null,
    record,
  }))
}

/** By rank, then the newest first. */
const best = <T extends Bare>(hits: readonly T[], rank: (hit: T) => number, limit: number): readonly T[] =>
  hits
    .map((hit) => ({ hit, rank: rank(hit) }))
    .sort((a, b) => a.rank - b.rank || (a.hit.id < b.hit.id ? 1 : -1))
    .slice(0, limit)
    .map(({ hit }) => hit)

/**
 * What is found if each word may have one wrong letter. What was meant is read from the records found, which are
 * those that the caller may see: no word of another record is given away.
 */
async function mistyped(
  ctx: Context,
  kinds: readonly Kind[],
  { sought, limit, lookUp }: { readonly sought: Sought; readonly limit: number; readonly lookUp: LookUp },
): Promise<{ readonly hits: readonly Bare[]; readonly didYouMean: string | null } | undefined> {
  const spellings = new Map(sought.words.map(({ text }) => [text, spellingsOf(text)]))
  const all = [...new Set([...spellings.values()].flat())].slice(0, maxSpellings)
  const known = await lookUp.known(all)
  if (known.size === 0) return undefined
  const words = sought.words.map((word) => ({
    ...word,
    or: (spellings.get(word.text) ?? []).filter((one) => known.has(one)),
  }))
  const ids = await lookUp.byWords(words, maxMistyped)
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const own = ids.get(kind) ?? []
      if (own.length === 0) return []
      const where: readonly Condition[] = [{ field: 'id', oneOf: own }]
      const hits = await readHits(ctx, kind, { where, most: own.length, fields: fieldsToCorrect(kind) })
      return hits.map((hit) => ({ ...hit, meant: correctionsIn(kind, hit.record, words) }))
    }),
  )
  const hits = read.flat()
  const counts = Map.groupBy(
    hits.flatMap(({ meant }) => (meant === undefined ? [] : [meant])),
    (meant) => meant,
  )
  const [didYouMean = null] = [...counts.keys()].toSorted(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0) || (a < b ? -1 : 1),
  )
  const rank = ({ meant, name }: (typeof hits)[number]): number =>
    meant === undefined ? 6 : rankOf(name, soughtIn(meant))
  return { hits: read.flatMap((own) => best(own, rank, limit)), didYouMean }
}

async function withOwners(ctx: Context, hits: readonly Bare[]): Promise<readonly Hit[]> {
  const ids = hits.flatMap(({ ownerTeamId }) => (ownerTeamId === null ? [] : [ownerTeamId]))
  const names = new Map((await namesOf(ctx, ids)).map(({ id, name }) => [id, name]))
  return hits.map(({ kind, id, name, ownerTeamId }) => ({
    kind,
    id,
    name,
    ownerTeamId,
    ownerTeamName: ownerTeamId === null ? null : (names.get(ownerTeamId) ?? null),
  }))
}
