import { allKinds, type Kind } from '@svc/model'
import { isIndexed } from '../../store/search/tokens.ts'
import type { Context } from '../context.ts'
import type { Asked } from '../records/lists.ts'
import { finderOf } from './finder.ts'
import { type Hit, withOwners } from './hits.ts'
import { beginnings, lookUpOf, wholeWords } from './look-up.ts'
import { mistyped } from './mistyped.ts'
import { mayRead } from './names.ts'
import { soughtIn } from './rank.ts'

export interface SearchRequest {
  readonly q: string
  /** What records must be besides, by kind; others are left out. Absent if any will do. */
  readonly among?: ReadonlyMap<Kind, Asked> | undefined
  readonly kind: string | undefined
  /** Per kind. */
  readonly limit: number
}

export interface Found {
  readonly results: readonly Hit[]
  /** The query as somebody may have meant it who mistyped it. */
  readonly didYouMean: string | null
}

/** With fewer results, the query may be mistyped. */
const fewResults = 3

export async function search(ctx: Context, { q, kind: only, limit, among }: SearchRequest): Promise<Found> {
  const kinds = allKinds.filter(
    (kind) =>
      isIndexed(kind) &&
      (only ?? kind.name) === kind.name &&
      mayRead(ctx, kind) &&
      (among?.has(kind) ?? true),
  )
  const sought = soughtIn(q)
  const lookUp = await lookUpOf(ctx, kinds)
  const finder = finderOf(ctx, kinds, { sought, limit, lookUp, among })
  const whole = wholeWords(sought.words)
  await finder.byTitle(whole)
  await finder.byName()
  if (!finder.isId()) {
    await finder.byWholeWords(whole)
    await finder.byText()
    // Where a text is common, the newest records have been found that contain it, whatever their words begin with.
    if (!finder.isFull()) await finder.byWords(await beginnings(lookUp, sought.words))
  }
  const hits = finder.best()
  const isDoubtful = !finder.isId() && hits.length < fewResults && !finder.isSure()
  const meant = isDoubtful ? await mistyped(ctx, kinds, { sought, limit, lookUp, among }) : undefined
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
