import type { Kind } from '@svc/model'
import { kindOfId } from '../../store/kind-of-id.ts'
import { isHome } from '../../store/partition-id.ts'
import { type AskedWord, idsWithWords, knownWords } from '../../store/search/find-words.ts'
import { wordsPending } from '../../store/search/words-pending.ts'
import { type Context, partitionOf } from '../context.ts'

/** More records have a common word than are worth reading: then the newest count. */
export const maxWithWords = 300
/** The same of each kind, where those of all are more. */
const maxOfKind = 100

export const wholeWords = (words: readonly AskedWord[]): readonly AskedWord[] =>
  words.map((word) => ({ ...word, isPrefix: false }))

/** Which records have some words, wherever these kinds are kept. */
export interface LookUp {
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

export async function lookUpOf(ctx: Context, kinds: readonly Kind[]): Promise<LookUp> {
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
            own.map((kind) =>
              store.run(idsWithWords, place, { words, kind, limit: Math.min(limit, maxOfKind), pending }),
            ),
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
