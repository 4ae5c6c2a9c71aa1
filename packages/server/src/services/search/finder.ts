import type { Kind } from '@svc/model'
import type { Condition, Sort } from '../../store/records.ts'
import type { AskedWord } from '../../store/search/find-words.ts'
import { runsOf } from '../../store/search/runs.ts'
import type { Context } from '../context.ts'
import type { Asked } from '../records/lists.ts'
import { type Bare, best, readHits } from './hits.ts'
import { type IdsByKind, type LookUp, maxWithWords } from './look-up.ts'
import {
  beginningOfName,
  hasWords,
  rankOf,
  type Sought,
  type Title,
  titleIn,
  wholeRankOf,
  wordsInName,
} from './rank.ts'

/** They are read in the order of the alphabet, and shown newest first. */
const namesFor = (limit: number): number => Math.min(100, limit * 5)
/** Where enough has been found, only names that are the text itself are missing: the first in that order. */
const fewNames = 10
/** Shorter texts are seldom rare, and so are those of which more has been found. */
const minRare = 4
const maxRare = 3

const isIdOf = ({ idPrefix }: Kind, text: string): boolean => text.toLowerCase().startsWith(`${idPrefix}_`)

export interface Seeking {
  readonly sought: Sought
  readonly limit: number
  readonly lookUp: LookUp
  readonly among?: ReadonlyMap<Kind, Asked> | undefined
}

/** Collects what is found of each kind in several ways. */
export function finderOf(
  ctx: Context,
  kinds: readonly Kind[],
  { sought, limit, lookUp, among: asked }: Seeking,
) {
  const { text, hasSymbols, isNumber } = sought
  const found = new Map(kinds.map((kind) => [kind, new Map<string, Bare>()]))
  /** Those that contain what is no word. */
  const literally = new Set<string>()
  /** Those that have all words as they are, wherever. */
  const wholly = new Set<string>()
  const full = new Set<Kind>()
  const read = async (kind: Kind, where: readonly Condition[], most: number, sort?: Sort) => {
    const hits = await readHits(ctx, kind, { asked: asked?.get(kind), where, most, sort })
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
    const title = titleOf(name)
    const isWhole = (wholly.has(id) || hasWords(title, sought)) && (!hasSymbols || literally.has(id))
    const own = isWhole ? wholeRankOf(title, sought) : rankOf(title, sought)
    return literally.has(id) && own > 1 ? Math.min(own, 1.5) : own
  }
  const ofEach = (work: (kind: Kind) => Promise<unknown>) => Promise.all(kinds.map(work))

  /** Whether as many as are wanted fit at least so well. */
  const hasEnough = (hits: readonly Bare[], worst: number): boolean =>
    hits.filter((hit) => rank(hit) <= worst).length >= limit
  const readIds = async (kind: Kind, ids: IdsByKind): Promise<readonly Bare[]> => {
    const own = ids.get(kind) ?? []
    return own.length === 0 ? [] : read(kind, [{ field: 'id', oneOf: own }], own.length)
  }
  /**
   * Whatever else contains the text would come after those that have all of its words in their names: unless it is a
   * number with its sign, or has characters that are in no word.
   */
  const readWhole = (ids: IdsByKind) =>
    ofEach(async (kind) => {
      const hits = await readIds(kind, ids)
      for (const { id } of hits) wholly.add(id)
      if (!hasSymbols && !isNumber && hasEnough(hits, wordsInName)) full.add(kind)
    })
  const unfilled = (): readonly Kind[] => kinds.filter((kind) => !full.has(kind))
  let isId = false

  return {
    /** Those that have these words in their titles, as they are. */
    byTitle: async (asked: readonly AskedWord[]) => readWhole(await lookUp.byTitle(asked)),
    /** Names and ids that begin with the text. */
    byName: () =>
      ofEach(async (kind) => {
        const field = kind.sortBy ?? kind.search?.[0]
        if (kind.search && field !== undefined) {
          const own = [...(found.get(kind)?.values() ?? [])]
          const most = full.has(kind) && hasEnough(own, beginningOfName) ? fewNames : namesFor(limit)
          await read(kind, [{ begins: text }], most, { field, isDescending: false })
        }
        if (!isIdOf(kind, text)) return
        const hits = await read(kind, [{ idBegins: text.toLowerCase() }], limit)
        if (hits.length > 0) isId = true
      }),
    /** Whether the text is the beginning of an id: then nothing else is meant. */
    isId: () => isId,
    /** Those that have these words as they are, wherever. */
    async byWholeWords(asked: readonly AskedWord[]) {
      const options = { kinds: unfilled(), areCommon: full.size > 0 }
      await readWhole(await lookUp.byWords(asked, maxWithWords, options))
    },
    async byWords(asked: readonly AskedWord[]) {
      const ids = await lookUp.byWords(asked, maxWithWords)
      await ofEach((kind) => readIds(kind, ids))
    },
    /** The newest that contain all of it. */
    async byText() {
      const texts = hasSymbols ? [text] : [...new Set(runsOf(text))]
      const count = found.values().reduce((sum, own) => sum + own.size, 0)
      const isRare = text.length >= minRare && count <= maxRare
      const few = isRare ? await lookUp.byText(unfilled(), texts) : undefined
      await ofEach(async (kind) => {
        const ids = few?.get(kind)
        if (!kind.search || full.has(kind) || ids?.length === 0) return
        const among = ids ? [{ field: 'id', oneOf: ids }] : []
        const hits = await read(kind, [...among, ...texts.map((one) => ({ search: one }))], limit)
        if (hits.length >= limit) full.add(kind)
        if (hasSymbols) for (const { id } of hits) literally.add(id)
      })
    },
    /** Whether a kind has more than is wanted. */
    isFull: () => full.size > 0,
    /** Whether something has these words, or a name that begins like them: then nobody has mistyped them. */
    isSure: () =>
      wholly.size > 0 ||
      found.values().some((own) => own.values().some((hit) => rankOf(titleOf(hit.name), sought) <= 2)),
    best: () => kinds.flatMap((kind) => best([...(found.get(kind)?.values() ?? [])], rank, limit)),
  }
}
