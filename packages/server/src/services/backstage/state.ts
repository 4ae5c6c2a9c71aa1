import { CatalogError, entityKinds, type Kind, kindNamed, kinds } from '@svc/model'
import { type Imported, importedAfter } from '../../store/queries/imported.ts'
import { slicesOf } from '../../store/records.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Fields } from '../records/behaviour.ts'

/** Backstage's kinds that have a record in svc, in the order in which they can be written: referenced ones first. */
export const recordKinds: ReadonlyMap<string, Kind> = new Map([
  ['group', kindNamed('team')],
  ['domain', kindNamed(entityKinds.domain)],
  ['component', kindNamed(entityKinds.component)],
  ['api', kindNamed(entityKinds.api)],
  ['resource', kindNamed(entityKinds.resource)],
  ['system', kindNamed(entityKinds.system)],
  ['template', kindNamed('template')],
])

/** The fields that identify a record. */
const identifyingFields: ReadonlyMap<Kind, readonly string[]> = new Map<Kind, readonly string[]>([
  ...Array.from(recordKinds.values(), (kind) => [kind, ['name', 'archived']] as const),
  [kinds.dependency, kinds.dependency.unique ?? []],
  [kinds.link, ['entityId', 'url']],
  [kinds.oncallBinding, kinds.oncallBinding.unique ?? []],
  [kinds.user, ['email', 'isActive']],
])

/**
 * What svc holds before an import, as far as needed to find an entity's record. The records themselves can be large
 * and are read when they are compared.
 */
export interface State {
  readonly rows: ReadonlyMap<string, Imported>
  /** A few fields of a record, if it exists. */
  record(kind: Kind, id: string): Fields | undefined
  all(kind: Kind): Iterable<Fields>
  /** Ids of the records with that name, except archived ones. */
  named(kind: Kind, name: string): readonly string[]
  memberByEmail(email: string): { readonly id: string; readonly isActive: boolean } | undefined
}

const fold = (text: string): string => text.trim().toLowerCase()

/** So few that reading them takes a few milliseconds. */
const slice = { limit: 500, bytes: 1024 ** 2 }

/** Reads what there is in slices, so that others are served meanwhile; refuses more records than there may be. */
export async function readState(ctx: Context, maxRecords = Number.POSITIVE_INFINITY): Promise<State> {
  const pace = startPace()
  const stored = new Map<string, ReadonlyMap<string, Fields>>()
  let count = 0
  for (const [kind, fields] of identifyingFields) {
    const own = new Map<string, Fields>()
    stored.set(kind.name, own)
    for await (const records of slicesOf(recordsOf(ctx, kind), kind, { where: [], fields, ...slice })) {
      for (const { record } of records) own.set(String(record.id), record)
      count += records.length
      if (count > maxRecords) throw tooMany(maxRecords)
      await pace.pause()
    }
  }
  const rows = await allImported(ctx)
  const all = (kind: Kind): Iterable<Fields> => stored.get(kind.name)?.values() ?? []
  const names = new Map<string, string[]>()
  for (const kind of recordKinds.values()) {
    for (const { id, name, archived } of all(kind)) {
      if (archived === true || typeof name !== 'string') continue
      const key = `${kind.name} ${fold(name)}`
      const ids = names.get(key)
      if (ids) ids.push(String(id))
      else names.set(key, [String(id)])
    }
  }
  const members = new Map(
    Array.from(all(kinds.user), ({ email, id, isActive }) => [
      fold(String(email)),
      { id: String(id), isActive: isActive === true },
    ]),
  )
  return {
    rows,
    record: (kind, id) => stored.get(kind.name)?.get(id),
    all,
    named: (kind, name) => names.get(`${kind.name} ${fold(name)}`) ?? [],
    memberByEmail: (email) => members.get(fold(email)),
  }
}

async function allImported(ctx: Context): Promise<ReadonlyMap<string, Imported>> {
  const partitionId = partitionOf(ctx.caller, kinds.project)
  const pace = startPace()
  const rows = new Map<string, Imported>()
  for (let after = ''; ; ) {
    const some = await ctx.store.run(importedAfter, partitionId, after, slice.limit)
    for (const row of some) rows.set(row.ref, row)
    after = some.at(-1)?.ref ?? after
    if (some.length < slice.limit) return rows
    await pace.pause()
  }
}

const tooMany = (maxRecords: number) =>
  new CatalogError(
    'invalid_request',
    `There are more than ${maxRecords} records, too many to plan an import within a request. Use svc import backstage where svc runs.`,
  )
