import type { Kind } from '@svc/model'
import { kindOfId } from '../../store/kind-of-id.ts'
import { isHome } from '../../store/partition-id.ts'
import { indexedIn } from '../../store/search/backlog.ts'
import { candidatesOfEach } from '../../store/search/candidates.ts'
import {
  type AskedWord,
  idsOfKindsWithWords,
  idsWithWords,
  knownWords,
} from '../../store/search/find-words.ts'
import { wordsPending } from '../../store/search/words-pending.ts'
import { type Context, partitionOf } from '../context.ts'

/** More records have a common word than are worth reading: then the newest count. */
export const maxWithWords = 300
/** The same of each kind, where those of all are more. */
const maxOfKind = 100
/** So few that each is looked at. */
const maxWithText = 200

export const wholeWords = (words: readonly AskedWord[]): readonly AskedWord[] =>
  words.map((word) => ({ ...word, isPrefix: false }))

export type IdsByKind = ReadonlyMap<Kind | undefined, readonly string[]>

/** Which records have some words, wherever these kinds are kept. */
export interface LookUp {
  /** Of each kind a hundred records with these words in their titles, the newest as far as the index can tell. */
  byTitle(words: readonly AskedWord[]): Promise<IdsByKind>
  /** Records with these words. Each kind is asked on its own if they are common, or turn out to be. */
  byWords(
    words: readonly AskedWord[],
    limit: number,
    options?: { readonly kinds: readonly Kind[]; readonly areCommon: boolean },
  ): Promise<IdsByKind>
  /** The only records that can contain these texts, without kinds of which there are many. */
  byText(kinds: readonly Kind[], texts: readonly string[]): Promise<ReadonlyMap<Kind, readonly string[]>>
  /** Whether more records have these words than are read. */
  isCommon(words: readonly AskedWord[]): Promise<boolean>
  /** Those of these words that anything has. */
  known(words: readonly string[]): Promise<ReadonlySet<string>>
}

export async function lookUpOf(ctx: Context, kinds: readonly Kind[]): Promise<LookUp> {
  const { store, caller } = ctx
  const places = await Promise.all(
    Array.from(
      Map.groupBy(kinds, (kind) => partitionOf(caller, kind)),
      async ([place, own]) => ({
        place,
        own,
        pending: await store.run(wordsPending, place),
        // Otherwise the older half of the titles would pass for all of them.
        hasTitles: (await store.run(indexedIn, place)) === 'all',
      }),
    ),
  )
  const inAll = (words: readonly AskedWord[], limit: number) =>
    Promise.all(places.map(({ place, pending }) => store.run(idsWithWords, place, { words, limit, pending })))

  return {
    async byTitle(words) {
      const found = await Promise.all(
        places.map(({ place, own, pending, hasTitles }) => {
          const query = { words, kinds: own, inTitle: true, limit: maxOfKind, pending }
          return hasTitles ? store.run(idsOfKindsWithWords, place, query) : []
        }),
      )
      return Map.groupBy(found.flat(), kindOfId)
    },
    async byWords(words, limit, { kinds: some, areCommon } = { kinds, areCommon: false }) {
      const found = await Promise.all(
        places.map(async ({ place, own, pending }) => {
          const asked = own.filter((kind) => some.includes(kind))
          if (asked.length === 0) return []
          const ofEach = { words, pending, kinds: asked, inTitle: false }
          if (areCommon) return store.run(idsOfKindsWithWords, place, { ...ofEach, limit })
          const ids = await store.run(idsWithWords, place, { words, limit, pending })
          if (ids.length < limit) return ids
          // Records of one kind must not hide those of another.
          return store.run(idsOfKindsWithWords, place, { ...ofEach, limit: Math.min(limit, maxOfKind) })
        }),
      )
      return Map.groupBy(found.flat(), kindOfId)
    },
    async byText(some, texts) {
      const found = await Promise.all(
        places.map(({ place, own }) => {
          const asked = own.filter((kind) => some.includes(kind))
          return store.run(candidatesOfEach, place, { kinds: asked, texts, most: maxWithText })
        }),
      )
      return new Map(found.flatMap((one) => [...one]))
    },
    isCommon: async (words) => (await inAll(words, maxWithWords)).flat().length >= maxWithWords,
    async known(words) {
      // Not also among the members, unless they are all that is looked for: it would take twice as long.
      const [first] = places.toSorted((a, b) => Number(isHome(a.place)) - Number(isHome(b.place)))
      return new Set(first && (await store.run(knownWords, first.place, words, first.pending)))
    },
  }
}

/**
 * The words whose beginnings will do; none if all of them have been looked for as they are. A common word is whole:
 * an engine would collect everything that begins with it before it finds the first record that has the others too.
 */
export async function beginnings(lookUp: LookUp, words: readonly AskedWord[]): Promise<readonly AskedWord[]> {
  const asked = await Promise.all(
    words.map(async (word) => {
      if (!word.isPrefix || words.length === 1) return word
      return { ...word, isPrefix: !(await lookUp.isCommon(wholeWords([word]))) }
    }),
  )
  return asked.some(({ isPrefix }) => isPrefix) ? asked : []
}
