import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { type EngineName, onEachEngine } from '../testing/index.ts'
import { type Postgres, startPostgres, type Unavailable } from '../testing/postgres.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/index.ts'
import { openStore, type StoreLocation } from './open.ts'
import { openEngine } from './open-engine.ts'
import type { Engine } from './sql.ts'
import { databaseFile } from './sqlite-file.ts'

const allIds = migrations.map(({ id }) => id)

test('migrations are listed in the order of their numbers, and each file is in the list', async () => {
  const files = await readdir(join(import.meta.dirname, 'migrations'))
  assert.deepEqual(
    files.filter((file) => /^\d/.test(file)).map((file) => file.replace(/\.ts$/, '')),
    allIds,
  )
  for (const id of allIds) assert.match(id, /^\d{4}-[a-z-]+$/)
  const numbers = allIds.map((id) => id.slice(0, 4))
  assert.deepEqual(numbers, [...new Set(numbers)].sort())
})

onEachEngine((name) => {
  const places = usePlaces(name)

  test('an empty database gets every migration in order, and none a second time', async () => {
    await onEngine(await places.create(), async (engine) => {
      assert.deepEqual(await pendingMigrations(engine), allIds)
      assert.deepEqual(await migrate(engine), allIds)
      assert.deepEqual(await appliedIn(engine), allIds)
      assert.deepEqual(await migrate(engine), [])
      assert.deepEqual(await pendingMigrations(engine), [])
    })
  })

  test('a database of an older program gets what it lacks', async () => {
    await onEngine(await places.create(), async (engine) => {
      await migrate(engine, migrations.slice(0, 2))
      assert.deepEqual(await pendingMigrations(engine), allIds.slice(2))
      assert.deepEqual(await migrate(engine), allIds.slice(2))
    })
  })

  test('existing names are sorted like new ones', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0015-sorting')
      await migrate(engine, migrations.slice(0, before))
      const searched = { dom_1: 'ärger\uffffin the house', dom_2: 'bare\uffff', dom_3: 'whole' }
      await engine.transaction(async (tx) => {
        for (const [id, text] of Object.entries(searched))
          await tx.run(
            `insert into domains (partition_id, id, name, search_text, tags, revision, edited)
             values ('p', ?, 'x', ?, '[]', 1, 1)`,
            [id, text],
          )
      })
      await migrate(engine)
      const rows = await engine.reader.all('select sort_key from domains order by id')
      assert.deepEqual(
        rows.map(({ sort_key }) => sort_key),
        ['ärger', 'bare', 'whole'],
      )
    })
  })

  test('existing runbooks are found by their severities', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0038-runbook-severities')
      await migrate(engine, migrations.slice(0, before))
      const many = Array.from({ length: 1_100 }, (_, n) => `rbk_${String(n).padStart(5, '0')}`)
      await engine.transaction(async (tx) => {
        for (const id of many)
          await tx.run(
            `insert into runbooks (partition_id, id, title, body_md, runbook_type, linked_app_ids,
               linked_incident_severities, tags, pinned, visibility_role_min, generated_by_ai, is_deleted,
               search_text, sort_key, revision, edited)
             values ('p', ?, 'x', '', 'x', '[]', ?, '[]', 0, 'viewer', 0, 0, 'x', 'x', 1, 1)`,
            [id, id === many[0] ? '["minor","minor","blocker"]' : '["minor"]'],
          )
      })
      await migrate(engine)
      const found = await engine.reader.all(
        `select value, count(*) as count from elements
         where partition_id = 'p' and kind = 'runbook' and field = 'linkedIncidentSeverities'
         group by value order by value`,
      )
      assert.deepEqual(
        found.map(({ value, count }) => [value, Number(count)]),
        [
          ['blocker', 1],
          ['minor', many.length],
        ],
      )
    })
  })

  test('people and groups of directories are counted', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0059-scim-counts')
      await migrate(engine, migrations.slice(0, before))
      const people = [
        ['a', 1, null],
        ['b', 0, null],
        ['c', 0, '2026-01-01T00:00:00.000Z'],
      ] as const
      await engine.transaction(async (tx) => {
        for (const [id, isActive, goneAt] of people) {
          await tx.run(
            `insert into users (partition_id, id, role, is_active, revision, edited)
             values ('p', ?, 'member', ?, 1, 1)`,
            [id, isActive],
          )
          await tx.run(
            `insert into scim_people (partition_id, user_id, user_name_key, attributes, created_at, updated_at, gone_at)
             values ('p', ?, ?, '{}', 'x', 'x', ?)`,
            [id, id, goneAt],
          )
        }
        await tx.run(
          `insert into scim_groups (partition_id, id, display_name, display_key, version, created_at, updated_at)
           values ('p', 'g', 'G', 'g', '1', 'x', 'x')`,
        )
      })
      await migrate(engine)
      const rows = await engine.reader.all('select name, value from counters order by name')
      assert.deepEqual(
        rows.map(({ name, value }) => [name, Number(value)]),
        [
          ['scim_active_people', 1],
          ['scim_groups', 1],
          ['scim_people', 2],
        ],
      )
    })
  })

  test('SLOs from before freshness count as long as they did', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0032-slo-freshness')
      await migrate(engine, migrations.slice(0, before))
      const rows = [
        ['slo_1', 'errorRate', 0.5, '2026-01-02T00:00:00.000Z'],
        ['slo_2', 'custom', null, null],
      ] as const
      await engine.transaction(async (tx) => {
        for (const [id, type, value, lastUpdatedAt] of rows)
          await tx.run(
            `insert into slos (partition_id, id, name, app_id, type, target, "window", current_value, last_updated_at,
             search_text, revision, edited) values ('p', ?, 'x', 'prj_1', ?, 1, 'rolling7d', ?, ?, 'x', 1, 1)`,
            [id, type, value, lastUpdatedAt],
          )
      })
      await migrate(engine)
      const columns = 'objective, measured_at, freshness_minutes, changes_at, status_reason'
      assert.deepEqual(
        (await engine.reader.all(`select ${columns} from slos order by id`)).map((row) => Object.values(row)),
        [
          ['atMost', '2026-01-02T00:00:00.000Z', null, null, null],
          ['atLeast', null, null, null, 'no measurement yet'],
        ],
      )
    })
  })

  test('drift scans from before environments are found by those in their mappings', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0036-drift-environments')
      await migrate(engine, migrations.slice(0, before))
      const mappings = ['staging', 'production', 'staging'].map((environment) => ({ environment }))
      const scans = Array.from({ length: 450 }, (_, n) => [`dft_${n}`, n % 2 === 0 ? mappings : []] as const)
      await engine.transaction(async (tx) => {
        for (const [id, differing] of scans)
          await tx.run(
            `insert into drift_snapshots (partition_id, id, app_id, scanned_at, mappings_total, drifted_count, mappings,
             revision, edited) values ('p', ?, 'prj_1', '2026-01-02T00:00:00.000Z', 3, 3, ?, 1, 1)`,
            [id, JSON.stringify(differing)],
          )
      })
      await migrate(engine)
      const rows = await engine.reader.all(
        `select value, count(*) as count from elements where kind = 'drift_snapshot' and field = 'covers'
         group by value order by value`,
      )
      assert.deepEqual(
        rows.map(({ value, count }) => [value, Number(count)]),
        ['"production"', '"staging"', 'null'].map((name) => [`prj_1 ${name} 2026-01-02T00:00:00.000Z`, 225]),
      )
      const [{ environments } = {}] = await engine.reader.all('select environments from drift_snapshots')
      assert.equal(environments, '[]')
    })
  })

  test('earlier answers and failures of on-call providers are told apart, and the clock ends what is over', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0039-oncall-truth')
      await migrate(engine, migrations.slice(0, before))
      const [asked, ends] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']
      const rows = [
        ['ocb_1', asked, null, ends],
        ['ocb_2', asked, 'It did not answer.', ends],
        ['ocb_3', null, null, null],
        ['ocb_4', null, null, ends],
      ] as const
      await engine.transaction(async (tx) => {
        for (const row of rows)
          await tx.run(
            `insert into oncall_bindings (partition_id, id, scope, target_id, provider, last_fetched_at, last_fetch_error,
             current_shift_ends_at, revision, edited) values ('p', ?, 'team', ?, 'pagerduty', ?, ?, ?, 1, 1)`,
            [row[0], `team of ${row[0]}`, ...row.slice(1)],
          )
      })
      await migrate(engine)
      const columns = 'last_fetched_at, last_attempt_at, changes_at'
      const found = await engine.reader.all(`select ${columns} from oncall_bindings order by id`)
      assert.deepEqual(
        found.map((row) => Object.values(row)),
        [
          [asked, asked, ends],
          [null, asked, ends],
          [null, null, null],
          [null, null, ends],
        ],
      )
    })
  })

  test('edges from before criticality are hard', async () => {
    await onEngine(await places.create(), async (engine) => {
      const before = migrations.findIndex(({ id }) => id === '0034-edge-criticality')
      await migrate(engine, migrations.slice(0, before))
      await engine.transaction((tx) =>
        tx.run(
          `insert into dependencies (partition_id, id, from_kind, from_id, to_kind, to_id, type, revision, edited)
           values ('p', 'edge_1', 'component', 'prj_1', 'api', 'api_1', 'calls', 1, 1)`,
        ),
      )
      await migrate(engine)
      const [edge] = await engine.reader.all('select criticality from dependencies')
      assert.equal(edge?.criticality, 'hard')
    })
  })

  test('several processes can open the same empty database at once', async () => {
    const place = await places.create()
    const runs = await Promise.all(Array.from({ length: 4 }, () => run(place, opens)))
    for (const { code, output } of runs) assert.equal(code, 0, output)
    await onEngine(place, async (engine) => assert.deepEqual(await appliedIn(engine), allIds))
  })

  if (name === 'sqlite') {
    test('a new database has the tables and rows that migrations one after the other make', async () => {
      const [atOnce, oneByOne] = [await places.create(), await places.create()]
      await onEngine(atOnce, async (engine) => void (await migrate(engine)))
      for (let count = 1; count <= migrations.length; count++)
        await onEngine(oneByOne, async (engine) => void (await migrate(engine, migrations.slice(0, count))))
      const [made, grown] = [contentsOf(atOnce), contentsOf(oneByOne)]
      assert.ok(made.tables.length > 80)
      assert.deepEqual(made, grown)
    })

    test('a new database that another connection writes to is waited for, an up-to-date one is not', async () => {
      const place = await places.create()
      const holder = new DatabaseSync(databaseFile(place.dataDir))
      holder.exec('pragma journal_mode = wal; begin immediate')
      // Waiting for SQLite blocks this thread: the lock ends only after the first attempt has failed.
      setTimeout(() => holder.exec('rollback'), 100)
      await (await openStore(place)).close()
      holder.exec('begin immediate')
      await assert.rejects(openStore(place), { trouble: 'contended' })
      holder.close()
    })
  }

  // SQLite makes a writer wait by blocking its thread, which then cannot continue the other's transaction.
  if (name === 'postgres') {
    test('several connections at once apply each migration once between them', async () => {
      const place = await places.create()
      const engines = await Promise.all(Array.from({ length: 6 }, () => openEngine(place)))
      try {
        const applied = await Promise.all(engines.map((engine) => migrate(engine)))
        assert.deepEqual(applied.flat().sort(), allIds)
        for (const engine of engines) assert.deepEqual(await appliedIn(engine), allIds)
      } finally {
        for (const engine of engines) await engine.close()
      }
    })
  }

  test('a database migrated by a newer program is refused and left alone', async () => {
    const place = await places.create()
    await onEngine(place, async (engine) => {
      await migrate(engine)
      await engine.transaction((tx) =>
        tx.run(`insert into schema_migrations (id, applied_at) values ('9999-future', 'then')`),
      )
    })
    await assert.rejects(openStore(place), /newer than this program: it has 9999-future/)
    await onEngine(place, async (engine) => {
      await assert.rejects(migrate(engine), /newer/)
      await assert.rejects(pendingMigrations(engine), /newer/)
      assert.deepEqual(await appliedIn(engine), [...allIds, '9999-future'])
    })
  })

  test('a newer database is refused before anything is applied to it', async () => {
    await onEngine(await places.create(), async (engine) => {
      await migrate(engine, [...migrations.slice(0, 1), { id: '0002-other', statements: [] }])
      await assert.rejects(migrate(engine), /newer than this program: it has 0002-other/)
      assert.deepEqual(await appliedIn(engine), [allIds[0], '0002-other'])
    })
  })

  test('a migration that fails leaves nothing behind, and can be run again', async () => {
    const first: Migration = { id: '0001-first', statements: ['create table first (id text not null)'] }
    const broken: Migration = {
      id: '0002-second',
      statements: [
        'create table second (id text not null)',
        `insert into first (id) values ('half')`,
        'create table second (id text not null)',
      ],
    }
    const fixed = { ...broken, statements: broken.statements.slice(0, 2) }
    await onEngine(await places.create(), async (engine) => {
      await assert.rejects(migrate(engine, [first, broken]), /second/)
      if (name === 'sqlite') assert.deepEqual(await tablesIn(engine), [], 'a new database stays empty')
      await migrate(engine, [first])
      await assert.rejects(migrate(engine, [first, broken]), /second/)
      assert.deepEqual(await appliedIn(engine), ['0001-first'])
      assert.deepEqual(await engine.reader.all('select * from first'), [])
      await assert.rejects(engine.reader.all('select * from second'))
      assert.deepEqual(await migrate(engine, [first, fixed]), ['0002-second'])
      assert.equal((await engine.reader.all('select * from first')).length, 1)
    })
  })

  test('a process that is killed while it creates the tables of a new database leaves none, or whole migrations', async () => {
    const place = await places.create()
    const { signal, output } = await run(place, killedAt(100))
    assert.equal(signal, 'SIGKILL', output)
    await onEngine(place, async (engine) => {
      const done = name === 'sqlite' ? [] : await appliedIn(engine)
      if (name === 'sqlite') assert.deepEqual(await tablesIn(engine), [])
      assert.deepEqual(await migrate(engine), allIds.slice(done.length))
    })
  })

  test('a process that is killed in the middle of a migration leaves nothing half done', async () => {
    const later = writtenIn(migrations.slice(1))
    const statements = later.filter((statement) => /^(create|alter) /.test(statement)).length
    for (const share of [0.1, 0.6, 0.95]) {
      const place = await places.create()
      await onEngine(place, async (engine) => void (await migrate(engine, migrations.slice(0, 1))))
      const { signal, output } = await run(place, killedAt(Math.ceil(statements * share)))
      assert.equal(signal, 'SIGKILL', output)
      await onEngine(place, async (engine) => {
        const done = await appliedIn(engine)
        assert.deepEqual(done, allIds.slice(0, done.length))
        assert.deepEqual(
          await tablesIn(engine),
          tablesOf(engine, migrations.slice(0, done.length)),
          `at ${share}`,
        )
        assert.deepEqual(await migrate(engine), allIds.slice(done.length))
      })
    }
  })
})

interface Places {
  create(): Promise<StoreLocation>
}

/** Empty locations for a database, removed when the suite is over. */
function usePlaces(name: EngineName): Places {
  const folders: string[] = []
  let server: Postgres | Unavailable | undefined
  before(async () => {
    if (name === 'postgres') server = await startPostgres()
  })
  after(async () => {
    if (server && 'stop' in server) await server.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return {
    create: async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'svc-migrate-'))
      folders.push(dataDir)
      if (!server) return { dataDir }
      if ('unavailable' in server) throw new Error(server.unavailable)
      return { dataDir, databaseUrl: await server.createDatabase() }
    },
  }
}

async function onEngine(place: StoreLocation, work: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEngine(place)
  try {
    await work(engine)
  } finally {
    await engine.close()
  }
}

async function appliedIn(engine: Engine): Promise<readonly string[]> {
  return (await engine.reader.all('select id from schema_migrations order by id')).map(({ id }) => String(id))
}

/** Schema and rows of a database file. Where SQLite adds a column to the text of a table, spaces differ. */
function contentsOf({ dataDir }: StoreLocation) {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const schema = db
    .prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name')
    .all()
    .map(({ type, name, tbl_name, sql }) => ({
      type,
      name,
      tbl_name,
      sql: String(sql).replace(/\s*([(),])\s*/g, '$1'),
    }))
  const tables = schema.flatMap(({ type, name }) => (type === 'table' ? [String(name)] : []))
  const columns = tables.map((table) => [table, db.prepare(`pragma table_xinfo("${table}")`).all()])
  const rows = tables
    .filter((table) => !table.startsWith('search_index'))
    .map((table) => [
      table,
      db
        .prepare(`select * from "${table}"`)
        .all()
        .map(({ applied_at, ...row }) => row),
    ])
  db.close()
  return { schema, tables, columns, rows }
}

const tablesOf = ({ dialect }: Engine, some: readonly Migration[]): readonly string[] =>
  some
    .flatMap(({ statements }) => statements.map((one) => (typeof one === 'string' ? one : one(dialect))))
    .flatMap((statement) => [
      ...(statement?.match(/(?<=^create (unlogged )?table )\w+/g) ?? []),
      ...indexTables(statement?.match(/(?<=^create virtual table )\w+/)?.[0]),
    ])
    .concat('schema_migrations')
    .sort()

/** A text index of SQLite keeps its parts in tables of its own; one without the texts has no table for them. */
const indexTables = (name: string | undefined): readonly string[] =>
  name === undefined ? [] : ['', '_config', '_data', '_docsize', '_idx'].map((part) => `${name}${part}`)

/** The statements that are the same for both engines. */
const writtenIn = (some: readonly Migration[]): readonly string[] =>
  some.flatMap(({ statements }) => statements.filter((one) => typeof one === 'string'))

const listTables = {
  sqlite: `select name from sqlite_master where type = 'table'`,
  postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
} as const satisfies Record<EngineName, string>

async function tablesIn(engine: Engine): Promise<readonly string[]> {
  return (await engine.reader.all(listTables[engine.name])).map(({ name }) => String(name)).sort()
}

/** What the processes run, with `openStore`, `openEngine`, `migrate` and `place` in scope. */

const opens = `await (await openStore(place)).close()`

const killedAt = (statement: number): string => `
  const engine = await openEngine(place)
  let count = 0
  const transaction = (work) => engine.transaction((tx) => work({
    ...tx,
    run: async (text, params) => {
      const rows = await tx.run(text, params)
      if (/^(create|alter) (table|index|unique index) (?!if)/.test(text) && ++count === ${statement})
        process.kill(process.pid, 'SIGKILL')
      return rows
    },
  }))
  await migrate.migrate({ ...engine, transaction })
`

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
}

function run(place: StoreLocation, script: string): Promise<Ended> {
  const at = (file: string): string => JSON.stringify(join(import.meta.dirname, file))
  const text = `
    const { openStore } = await import(${at('open.ts')})
    const { openEngine } = await import(${at('open-engine.ts')})
    const migrate = await import(${at('migrate.ts')})
    const place = ${JSON.stringify(place)}
    ${script}
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, output })))
}
