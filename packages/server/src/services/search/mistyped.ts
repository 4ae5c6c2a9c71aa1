import type { Kind } from '@svc/model'
import type { Condition } from '../../store/records.ts'
import type { Context } from '../context.ts'
import { correctionsIn, fieldsToCorrect } from './corrections.ts'
import { type Bare, best, readHits } from './hits.ts'
import type { Seeking } from './finder.ts'
import { type IdsByKind, wholeWords } from './look-up.ts'
import { rankOf, soughtIn, titleIn } from './rank.ts'
import { spellingsOf } from './spellings.ts'

const maxMistyped = 100
/** All spellings of two or three words. */
const maxSpellings = 1_500

/**
 * What is found if each word may have one wrong letter. What was meant is read from the records found, which are
 * those that the caller may see: no word of another record is given away.
 */
export async function mistyped(
  ctx: Context,
  kinds: readonly Kind[],
  { sought, limit, lookUp, among }: Seeking,
): Promise<{ readonly hits: readonly Bare[]; readonly didYouMean: string | null } | undefined> {
  const spellings = new Map(sought.words.map(({ text }) => [text, spellingsOf(text)]))
  const all = [...new Set([...spellings.values()].flat())].slice(0, maxSpellings)
  const known = await lookUp.known(all)
  if (known.size === 0) return undefined
  const words = sought.words.map((word) => ({
    ...word,
    or: (spellings.get(word.text) ?? []).filter((one) => known.has(one)),
  }))
  const read = async (kind: Kind, ids: IdsByKind) => {
    const own = ids.get(kind) ?? []
    if (own.length === 0) return []
    const where: readonly Condition[] = [{ field: 'id', oneOf: own }]
    const hits = await readHits(ctx, kind, {
      asked: among?.get(kind),
      where,
      most: own.length,
      fields: fieldsToCorrect(kind),
    })
    return hits.map((hit) => ({ ...hit, meant: correctionsIn(kind, hit.record, words) }))
  }
  const ids = await lookUp.byTitle(wholeWords(words))
  const inTitles = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await read(kind, ids)] as const)),
  )
  const isFull = (kind: Kind): boolean =>
    (inTitles.get(kind) ?? []).filter(({ meant }) => meant !== undefined).length >= limit
  const unfilled = kinds.filter((kind) => !isFull(kind))
  const areCommon = unfilled.length < kinds.length
  const elsewhere = await lookUp.byWords(words, maxMistyped, { kinds: unfilled, areCommon })
  const found = await Promise.all(
    kinds.map((kind) => (isFull(kind) ? (inTitles.get(kind) ?? []) : read(kind, elsewhere))),
  )
  const hits = found.flat()
  const counts = Map.groupBy(
    hits.flatMap(({ meant }) => (meant === undefined ? [] : [meant])),
    (meant) => meant,
  )
  const [didYouMean = null] = [...counts.keys()].toSorted(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0) || (a < b ? -1 : 1),
  )
  const rank = ({ meant, name }: (typeof hits)[number]): number =>
    meant === undefined ? 6 : rankOf(titleIn(name), soughtIn(meant))
  return { hits: found.flatMap((own) => best(own, rank, limit)), didYouMean }
}
