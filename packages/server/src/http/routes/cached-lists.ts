import { Readable } from 'node:stream'
import { type Kind, listKeyOf } from '@svc/model'
import { recordsOf } from '../../services/context.ts'
import type { ListRequest } from '../../services/records/lists.ts'
import type { Condition, Records } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Basis, isSameBasis } from '../basis.ts'
import type { Exchange } from '../exchange.ts'
import { type CachedList, type Doubts, doubtsAbout } from '../freshness.ts'
import type { Pieces } from '../pieces.ts'
import { maxCachedBytes, readList, writerOf } from './list-body.ts'

/** Reads a list, once for all who ask for it now, and keeps it unless it is too long. */
export async function newList(
  exchange: Exchange,
  { key, request, basis }: { readonly key: string; readonly request: ListRequest; readonly basis: Basis },
): Promise<Pieces | Readable> {
  const { cache, share } = exchange
  const read = () => readList(exchange, listKeyOf(request.kind), request)
  let own: Readable | undefined
  const kept = await share(nameOf(key, basis), async () => {
    const made = await read()
    if (made instanceof Readable) {
      own = made
      return undefined
    }
    const entry = entryOf({ ...made, request, basis })
    cache.put(key, entry)
    return entry.body
  })
  // A stream has one reader: whoever waited for it with them reads it again.
  if (kept || own) return (kept ?? own) as Pieces | Readable
  const made = await read()
  return made instanceof Readable ? made : made.list.body
}

/** The list from the cache, with what has changed in it since; undefined if it has to be read. */
export async function renewedList(
  exchange: Exchange,
  key: string,
  basis: Basis,
): Promise<Pieces | undefined> {
  const entry = exchange.cache.get(key) as CachedList | undefined
  if (!entry) return undefined
  if (isSameBasis(entry.basis, basis)) return entry.body
  const doubts = doubtsAbout(entry, basis)
  if (!doubts) return undefined
  if (doubts.members.length + doubts.others.length > 0)
    return exchange.share(`${nameOf(key, basis)} ${doubts.upTo}`, () =>
      renew(exchange, key, entry, doubts, basis),
    )
  if (doubts.upTo >= entry.basis.revision) entry.basis = { ...basis, revision: doubts.upTo }
  return entry.body
}

async function renew(
  { ctx, cache }: Exchange,
  key: string,
  entry: CachedList,
  { members, others, upTo }: Doubts,
  basis: Basis,
): Promise<Pieces | undefined> {
  const { list, request } = entry
  const { kind, where } = request
  const records = recordsOf(ctx, kind)
  if (others.length > 0) {
    const found = await records.list(kind, { where: [...where, among(others)], fields: ['id'], limit: 1 })
    if (found.length > 0) return undefined
  }
  const stored = await readMembers(records, kind, members)
  // What was written after that may have moved a record out of the list.
  if (stored.length < members.length || stored.some(({ revision }) => revision > upTo)) return undefined
  const write = writerOf(request)
  list.replace(new Map(stored.map(({ record }) => [String(record.id), write(kind, record)])))
  // Where pages and lists end depends on their size.
  if (list.body.length > maxCachedBytes) return undefined
  entry.basis = { ...basis, revision: upTo }
  // Counted anew, unless another took its place in the meantime.
  if (cache.get(key) === entry) cache.put(key, entry)
  return list.body
}

/** Those that still exist and fit into memory. */
async function readMembers(
  records: Records,
  kind: Kind,
  ids: readonly string[],
): Promise<readonly StoredRecord[]> {
  if (ids.length === 0) return []
  // The most frequent case has the quickest statement.
  const [only] = ids
  if (ids.length === 1 && only !== undefined) {
    const found = await records.find(kind, only)
    return found ? [found] : []
  }
  const query = { where: [among(ids)], limit: ids.length, bytes: maxCachedBytes }
  return (await records.slice(kind, query)).stored
}

const among = (ids: readonly string[]): Condition => ({ field: 'id', oneOf: ids })

const entryOf = ({
  list,
  ...rest
}: Pick<CachedList, 'list' | 'hasMore' | 'request' | 'basis'>): CachedList => ({
  ...rest,
  list,
  get body() {
    return list.body
  },
  get bytes() {
    return list.bytes
  },
})

const nameOf = (key: string, { epoch, state }: Basis): string => `${key} ${epoch} ${state}`
