import { allKinds, invalid, type Kind, piecesOfQuery, type QueryFault, readQueryText } from '@svc/model'
import { isIndexed } from '../../store/search/tokens.ts'
import type { Context } from '../context.ts'
import type { Asked } from '../records/lists.ts'
import { type Found, search } from '../search/search.ts'
import { readHits, withOwners } from '../search/hits.ts'
import { mayRead } from '../search/names.ts'
import { asked } from './asked.ts'
import { refusal } from './refusal.ts'
import { idNamed } from './named-records.ts'

interface SearchQuery {
  readonly q: string | undefined
  readonly query: string | undefined
  readonly kind: string | undefined
  /** Per kind. */
  readonly limit: number
}

/** A search over all kinds, among the records that a query asks for. Kinds that lack one of its keys are left out. */
export async function searchAsked(ctx: Context, { q, query, kind, limit }: SearchQuery): Promise<Found> {
  if (query === undefined) {
    if (q === undefined) throw invalid('q', 'is required in the query, unless query is given')
    return search(ctx, { q, kind, limit })
  }
  const { kinds, text } = kindsMeant(query)
  const understood = allKinds.flatMap((one) => {
    if (!isIndexed(one) || !mayRead(ctx, one) || (kind ?? one.name) !== one.name) return []
    return kinds.length === 0 || kinds.includes(one.name)
      ? [{ kind: one, read: readQueryText(one, text) }]
      : []
  })
  const fitting = understood.filter(({ read }) => read.faults.length === 0)
  if (fitting.length === 0) throw refusal(furthest(understood.flatMap(({ read }) => read.faults.slice(0, 1))))
  const idFor = onceEach((targets: readonly Kind[], value: string) => idNamed(ctx, targets, value))
  const among = new Map<Kind, Asked>()
  for (const { kind: one, read } of fitting)
    among.set(one, await asked(ctx, one, { terms: read.terms, words: [], given: {}, idFor }))
  const words = [...(q === undefined ? [] : [q]), ...(fitting[0]?.read.words ?? [])].join(' ')
  if (words.trim() === '') return { results: await newest(ctx, among, limit), didYouMean: null }
  const found = await search(ctx, { q: words, kind, limit, among })
  return { ...found, didYouMean: found.didYouMean && [...termsIn(query), found.didYouMean].join(' ') }
}

/** The kinds after `is:`, and the query without them, in which everything else keeps its place. */
function kindsMeant(query: string): { readonly kinds: readonly string[]; readonly text: string } {
  let text = query
  const kinds: string[] = []
  for (const { key, start, end, isNot, values } of piecesOfQuery(query)) {
    if (key?.toLowerCase() !== 'is' || isNot) continue
    const meant = values.map((value) => kindCalled(value.text))
    if (meant.includes(undefined)) continue
    kinds.push(...meant.filter((one) => one !== undefined))
    text = `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`
  }
  return { kinds, text }
}

const kindCalled = (word: string): string | undefined =>
  allKinds.find(({ name, noun }) => isIndexedName(name) && [name, noun].includes(word.toLowerCase()))?.name

const indexed = new Set(allKinds.filter(isIndexed).map(({ name }) => name))
const isIndexedName = (name: string): boolean => indexed.has(name)

/** Of what is wrong for each kind, that of the kind which understands most of it. */
const furthest = (faults: readonly QueryFault[]): QueryFault =>
  faults.toSorted((a, b) => b.position - a.position)[0] ?? {
    position: 1,
    message: 'nothing that can be searched is of this kind',
  }

const termsIn = (query: string): readonly string[] =>
  piecesOfQuery(query).flatMap(({ key, start, end }) => (key === undefined ? [] : [query.slice(start, end)]))

async function newest(
  ctx: Context,
  among: ReadonlyMap<Kind, Asked>,
  limit: number,
): Promise<Found['results']> {
  const found = await Promise.all(
    Array.from(among, ([kind, one]) => readHits(ctx, kind, { where: [], most: limit, asked: one })),
  )
  return withOwners(ctx, found.flat())
}

/** A name that several kinds ask for is looked up once. */
function onceEach<V>(
  find: (targets: readonly Kind[], value: string) => Promise<V>,
): (targets: readonly Kind[], value: string) => Promise<V> {
  const known = new Map<string, Promise<V>>()
  return (targets, value) => {
    const key = JSON.stringify([targets.map(({ name }) => name), value])
    const found = known.get(key) ?? find(targets, value)
    known.set(key, found)
    return found
  }
}
