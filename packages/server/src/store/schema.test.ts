import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allKinds, type Kind, sortsOf } from '@svc/model'
import { type EngineName, onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { rowsIn } from '../testing/tables.ts'
import { contents } from './archive/contents.ts'
import { notMoved, sideTables } from './archive/side-tables.ts'
import { columnOf, columnTypes, isStored } from './codec.ts'
import { scratchTables } from './scratch-tables.ts'
import type { Store } from './open.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { extraColumns } from './table.ts'

interface Column {
  readonly type: string
  readonly isNullable: boolean
}

interface Index {
  readonly columns: readonly string[]
  readonly isUnique: boolean
}

interface Catalog {
  tables(): Promise<readonly string[]>
  columns(table: string): Promise<Readonly<Record<string, Column>>>
  indexes(table: string): Promise<readonly Index[]>
}

onEachEngine((engine) => {
  let opened: TestStore
  let catalog: Catalog
  before(async () => {
    opened = await openTestStore(engine)
    catalog = catalogs[engine](opened.store)
  })
  after(() => opened?.remove())
  const isInside = (table: string): boolean =>
    engine === 'postgres' ? table !== 'search_index' : !(table in scratchTables)

  for (const kind of allKinds) {
    test(`${kind.table}: has exactly the columns that ${kind.name} defines`, async () => {
      assert.deepEqual(await catalog.columns(kind.table), expectedColumns(engine, kind))
    })

    test(`${kind.table}: has an index for each way it is looked up`, async () => {
      const indexes = await catalog.indexes(kind.table)
      const starts = indexes.map(({ columns }) => columns.join(' '))
      assert.ok(starts.includes('partition_id id'), 'its primary key starts with the partition')
      for (const [key, field] of Object.entries(kind.fields)) {
        const isLeftOut = key === kind.hiddenBy || key === kind.softDelete
        const isLookedUp = field.traits.filter || field.type === 'ref' || isLeftOut
        if (!isLookedUp || !isStored(field)) continue
        const wanted = `partition_id ${columnOf(key)} id`
        const isIndexed = starts.some((start) => `${start} `.startsWith(`${wanted} `))
        assert.ok(isIndexed, `there is no index on ${wanted}, only on ${starts.join('; ')}`)
        // Named so that a list of records without a value finds it.
        const table = opened.store.engine === 'sqlite' && sqliteDialect.indexed(kind.table, columnOf(key))
        if (table && field.traits.nullable)
          await rowsIn(
            opened.store,
            `select id from ${table} where partition_id = '' and ${columnOf(key)} is null`,
          )
      }
      if (kind.sortBy) assert.ok(starts.includes('partition_id sort_key id'))
      if (sortsOf(kind).length > 0)
        for (const column of ['sort_key', 'updated_at'])
          assert.ok(starts.includes(`partition_id ${column} id`), `sorted by ${column}`)
      if (kind.newestBy) {
        const order = [...(kind.requiredFilters ?? []), kind.newestBy].map(columnOf)
        assert.ok(starts.includes(join(['partition_id', ...order, 'id'])), 'its own order')
      }
      for (const { columns } of indexes)
        assert.ok(columns[0] === 'partition_id' || overAll.includes(columns.join()), columns.join())
    })

    test(`${kind.table}: refuses duplicates where ${kind.name} defines it, and only there`, async () => {
      const unique = (await catalog.indexes(kind.table)).filter(({ isUnique }) => isUnique)
      const expected = [
        ['partition_id', 'id'],
        ...(kind.unique ? [['partition_id', ...kind.unique.map(columnOf)]] : []),
        ...(alsoUnique[kind.name] ?? []),
      ]
      assert.deepEqual(sorted(unique.map(({ columns }) => columns.join(' '))), sorted(expected.map(join)))
    })
  }

  test('every table belongs to a kind or to the engine', async () => {
    const known = [...allKinds.map(({ table }) => table), ...engineTables, 'schema_migrations']
    assert.deepEqual(sorted(await catalog.tables()), sorted(known.filter(isInside)))
  })

  test('an archive has every table and column, or there is a stated reason why not', async () => {
    const known = [...contents().map(({ table }) => table), ...Object.keys(notMoved)]
    assert.deepEqual(sorted(await catalog.tables()), sorted(known.filter(isInside)))
    for (const { name, columns, nullable = [], derived = [] } of sideTables) {
      const found = Object.entries(await catalog.columns(name)).filter(
        ([column]) => column !== 'partition_id' && !derived.includes(column),
      )
      assert.deepEqual(found.map(([column]) => column).toSorted(), Object.keys(columns).toSorted(), name)
      for (const [column, { isNullable }] of found)
        assert.equal(isNullable, nullable.includes(column), `${name}.${column}`)
    }
  })

  test('what need not survive a crash waits for no disk', async () => {
    const { store } = opened
    const unlogged =
      engine === 'postgres'
        ? await rowsIn(
            store,
            `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'
             and relnamespace = current_schema()::regnamespace`,
          )
        : await rowsIn(store.scratch, `select name from sqlite_master where type = 'table'`)
    assert.deepEqual(sorted(unlogged.map(({ name }) => String(name))), Object.keys(scratchTables))
    if (engine === 'sqlite')
      assert.deepEqual(Object.values((await rowsIn(store.scratch, 'pragma synchronous'))[0] ?? {}), [0])
  })

  test('the tables of the engine look rows up within a partition', async () => {
    for (const table of [
      'events',
      'facet_counts',
      'event_texts',
      'elements',
      'revisions',
      'counters',
      'followers',
      'sweeps',
      'secret_values',
      'secret_uses',
      'imported',
      'identities',
      'known_groups',
      'given_memberships',
      'given_roles',
      'totp_secrets',
      'recovery_codes',
      'passkeys',
      'saml_keys',
      'search_docs',
      'search_words',
      'search_pending',
      'search_backlog',
    ]) {
      const [first] = await catalog.indexes(table)
      assert.equal(first?.columns[0], 'partition_id', table)
    }
    const indexes = (await catalog.indexes('events')).map(({ columns }) => columns.join(' '))
    for (const way of [
      'at seq',
      'subject_id at seq',
      'type at seq',
      'actor_id at seq',
      'subject_kind at seq',
    ])
      assert.ok(indexes.includes(`partition_id ${way}`), way)
  })
})

const engineTables = [
  'allowances',
  'entry_links',
  'given_memberships',
  'given_roles',
  'identities',
  'sign_in_flows',
  'used_assertions',
  'used_subject_tokens',
  'workload_refusals',
  'scim_calls',
  'scim_emails',
  'scim_groups',
  'scim_members',
  'scim_people',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'saml_keys',
  'sign_in_tickets',
  'short_tokens',
  'mails',
  'program_grants',
  'program_secrets',
  'device_requests',
  'epoch',
  'passwords',
  'sign_in_attempts',
  'sign_in_refusals',
  'sessions',
  'organisations',
  'partitions',
  'revisions',
  'events',
  'facet_counts',
  'event_texts',
  'elements',
  'search_docs',
  'search_words',
  'search_index',
  'search_pending',
  'search_backlog',
  'counters',
  'followers',
  'sweeps',
  'known_groups',
  'leases',
  'job_runs',
  'idempotency_keys',
  'secret_values',
  'secret_uses',
  'imported',
  'runbook_images',
  'api_specs',
]

/** Looked up across all partitions: credentials, domains, people and providers at sign-in, trust rules for a token, what is due. */
const overAll: readonly string[] = [
  'digest',
  'normalized_domain',
  'next_check_at',
  'changes_at',
  'email',
  'id',
  'issuer,audience',
]

/** What the store keeps unique besides a kind's own identity. */
const alsoUnique: Readonly<Record<string, readonly (readonly string[])[]>> = {
  deployment: [['partition_id', 'external_id']],
  cost_entry: [['partition_id', 'external_id']],
  drift_snapshot: [['partition_id', 'external_id']],
  user: [['partition_id', 'email']],
  token: [['digest']],
  api_key: [['digest']],
  scim_token: [['digest']],
  oncall_feed: [['digest']],
  sso_domain: [['normalized_domain']],
}

/** The engines' own names for the three types of a column. */
const typeNames = {
  sqlite: { text: 'TEXT', integer: 'INTEGER', real: 'REAL' },
  postgres: { text: 'text C', integer: 'bigint', real: 'double precision' },
} as const satisfies Record<EngineName, object>

function expectedColumns(engine: EngineName, kind: Kind): Readonly<Record<string, Column>> {
  const names = typeNames[engine]
  const columns: Record<string, Column> = { partition_id: { type: names.text, isNullable: false } }
  for (const [key, field] of Object.entries(kind.fields)) {
    if (!isStored(field)) continue
    columns[columnOf(key)] = {
      type: names[columnTypes[field.type]],
      isNullable: field.traits.nullable === true,
    }
  }
  for (const { name } of extraColumns(kind)) columns[name] = { type: names.text, isNullable: false }
  for (const name of ['revision', 'edited']) columns[name] = { type: names.integer, isNullable: false }
  return columns
}

const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted()
const join = (columns: readonly string[]): string => columns.join(' ')

const catalogs = {
  sqlite: (store) => ({
    tables: async () =>
      (await rowsIn(store, `select name from sqlite_master where type = 'table'`))
        .map(({ name }) => String(name))
        // FTS5 keeps its own tables beside it.
        .filter((name) => !name.startsWith('search_index_')),
    columns: async (table) =>
      Object.fromEntries(
        (await rowsIn(store, `pragma table_info(${table})`)).map(({ name, type, notnull }) => [
          String(name),
          { type: String(type).toUpperCase(), isNullable: notnull === 0 },
        ]),
      ),
    indexes: async (table) => {
      const indexes: Index[] = []
      for (const { name, unique } of await rowsIn(store, `pragma index_list(${table})`)) {
        const columns = await rowsIn(store, `pragma index_info(${name})`)
        indexes.push({ columns: columns.map((column) => String(column.name)), isUnique: unique === 1 })
      }
      return indexes
    },
  }),
  postgres: (store) => ({
    tables: async () =>
      (await rowsIn(store, `select tablename from pg_tables where schemaname = current_schema()`)).map(
        ({ tablename }) => String(tablename),
      ),
    columns: async (table) =>
      Object.fromEntries(
        (
          await rowsIn(
            store,
            `select column_name, data_type, is_nullable, collation_name from information_schema.columns
             where table_schema = current_schema() and table_name = ?`,
            [table],
          )
        ).map(({ column_name, data_type, is_nullable, collation_name }) => [
          String(column_name),
          {
            type: [data_type, collation_name].filter((part) => part !== null).join(' '),
            isNullable: is_nullable === 'YES',
          },
        ]),
      ),
    indexes: async (table) =>
      (
        await rowsIn(
          store,
          `select i.indisunique as is_unique, array_to_json(array(
             select a.attname from unnest(i.indkey) with ordinality as k (attnum, place)
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.place
           ))::text as columns
           from pg_index i where i.indrelid = ?::text::regclass`,
          [table],
        )
      ).map(({ is_unique, columns }) => ({
        columns: JSON.parse(String(columns)) as string[],
        isUnique: is_unique === true,
      })),
  }),
} as const satisfies Record<EngineName, (store: Store) => Catalog>
