import type { Kind } from '@svc/model'
import type { Condition, Sort } from '../../store/records.ts'
import type { AskedWord } from '../../store/search/find-words.ts'
import { runsOf } from '../../store/search/runs.ts'
import type { Context } from '../context.ts'
import { type Bare, best, readHits } from './hits.ts'
import { type LookUp, maxWithWords } from './look-up.ts'
import { rankOf, type Sought, type Title, titleIn, wholeRankOf } from './rank.ts'

/** They are read in the order of the alphabet, and shown newest first. */
const namesFor = (limit: number): number => Math.min(100, limit * 5)

export const isIdOf = ({ idPrefix }: Kind, text: string): boolean =>
  text.toLowerCase().startsWith(`${idPrefix}_`)

/** Collects what is found of each kind in several ways. */
export function finderOf(
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
  const titles = new Map<string, Title>()
  const titleOf = (name: string): Title => {
    const title = titles.get(name) ?? titleIn(name)
    titles.set(name, title)
    return title
  }
  const rank = ({ id, name }: Bare): number => {
    const isWhole = wholly.has(id) && (!hasSymbols || literally.has(id))
    const own = isWhole ? wholeRankOf(titleOf(name), sought) : rankOf(titleOf(name), sought)
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
        if (!areWhole) return
        for (const { id } of hits) wholly.add(id)
        // Whatever else contains the text would come after those that have its words in their names.
        if (!hasSymbols && hits.filter((hit) => rank(hit) < 2).length >= limit) full.add(kind)
      })
    },
    /** The newest that contain all of it. */
    byText: () =>
      ofEach(async (kind) => {
        if (!kind.search || full.has(kind)) return
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
      found.values().some((own) => own.values().some((hit) => rankOf(titleOf(hit.name), sought) <= 2)),
    best: () => kinds.flatMap((kind) => best([...(found.get(kind)?.values() ?? [])], rank, limit)),
  }
}
