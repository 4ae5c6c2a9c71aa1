import { allKinds, type Kind, titleFieldsOf } from '@svc/model'
import type { Condition } from '../../store/records.ts'
import type { Context } from '../context.ts'
import { listRequest, readSome } from '../records/lists.ts'
import { mayRead, type Named, namedBy } from './names.ts'

export interface SearchRequest {
  readonly q: string
  readonly kind: string | undefined
  /** Per kind. */
  readonly limit: number
}

/** More are read than shown, so that names that begin with the query can come first. */
const readFor = (limit: number): number => Math.min(200, limit * 5)

export async function search(
  ctx: Context,
  { q, kind: only, limit }: SearchRequest,
): Promise<readonly Named[]> {
  const kinds = allKinds.filter(
    (kind) => kind.search && (only ?? kind.name) === kind.name && mayRead(ctx, kind),
  )
  const words = q.trim()
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const named = await matching(ctx, kind, words, readFor(limit))
      return [...named].sort((a, b) => rank(a.name, words) - rank(b.name, words)).slice(0, limit)
    }),
  )
  return found.flat()
}

/** The newest matches; if there are more, also those whose name equals or begins with the query. */
async function matching(ctx: Context, kind: Kind, words: string, limit: number): Promise<readonly Named[]> {
  const read = async (narrower: readonly Condition[]) => {
    const { records, hasMore } = await readSome(ctx, {
      ...listRequest(ctx, kind, { q: words }, narrower),
      limit,
      fields: titleFieldsOf(kind),
    })
    return { named: records.map((record) => namedBy(kind, record)), hasMore }
  }
  const anywhere = await read([])
  if (!anywhere.hasMore) return anywhere.named
  const name = String(kind.search?.[0])
  const better = await Promise.all([read([{ field: name, is: words }]), read([{ begins: words }])])
  const all = [...better.flatMap(({ named }) => named), ...anywhere.named]
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

function rank(name: string, words: string): number {
  const [text, sought] = [name.toLowerCase(), words.toLowerCase()]
  if (text === sought) return 0
  if (text.startsWith(sought)) return 1
  return text.includes(sought) ? 2 : 3
}
