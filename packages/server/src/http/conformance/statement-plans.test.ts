import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { facetsOf, kinds, sortsOf } from '@svc/model'
import pg from 'pg'
import { runJob } from '../../services/jobs/jobs.ts'
import { buildTextIndex } from '../../services/search/build-index.ts'
import { queueIndexing } from '../../store/search/backlog.ts'
import { type PartitionId, partitionIdOf } from '../../store/partition-id.ts'
import { executeIn, rowsIn, withTables } from '../../testing/tables.ts'
import { type EngineName, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { bodyOf, read } from '../acceptance/checks.ts'

/**
 * Every statement that lists, the audit log, the feed, the graph, searches and reports cause in a catalog of this size,
 * with the engine's own account of how it runs it: no table is scanned, and no step passes more entries than a few
 * milliseconds allow. What all other requests ask for is tested without a size (test/plans).
 */
const records = 100_000
/** PostgreSQL may walk along another index where it expects to be sooner at the end of a step. */
const maxPassed = 30_000

onEachEngine((engine) => {
  const statements = recordStatements(engine)
  const app = useApp(engine)
  let organisation: TestOrganisation

  before(async () => {
    organisation = await app.organisation()
    await fill(app.store, partitionIdOf(organisation.id, 'live'))
    await buildTextIndex(app.store, 1_000)
    // As autovacuum would within a minute.
    if (engine === 'postgres') await executeIn(app.store, 'analyze')
  })

  const check = (paths: readonly string[]): Promise<void> =>
    checkAll(async () => {
      for (const path of paths) {
        const { nextCursor } = await read(organisation.owner, path)
        if (nextCursor) await read(organisation.owner, `${path}&cursor=${encodeURIComponent(nextCursor)}`)
      }
    })

  const checkAll = async (work: () => Promise<void>): Promise<void> => {
    const asked = await statements.during(work)
    assert.ok(asked.length > 1, 'there is something to look at')
    const faults: string[] = []
    for (const statement of asked) faults.push(...(await faultsOf[engine](app.store, statement)))
    assert.deepEqual(faults, [])
  }

  const filters = [
    'ownerTeamId=team_big',
    'ownerTeamId=team_7',
    'ownerTeamId=none',
    'ownerTeamId=team_unknown',
    'lifecycle=production',
    'lifecycle=deprecated',
    'type=service',
    'type=unheard-of',
    'tier=2',
    'tag=all',
    'tag=rare',
    'tag=none-has-it',
    'archived=true',
    'archived=all',
  ]
  const nameOf = (filter: string): string => filter.split('=')[0] ?? ''
  const orders = ['', ...sortsOf(kinds.project).map((key, index) => `sort=${index === 0 ? '' : '-'}${key}`)]

  test('the filters here are all that there are', () => {
    const names = new Set(filters.map(nameOf))
    assert.deepEqual(
      [...facetsOf(kinds.project), 'archived'].filter((name) => !names.has(name)),
      [],
    )
  })

  test('lists with each filter, in each order', async () => {
    await check(orders.flatMap((order) => ['', ...filters].map((filter) => pathOf(filter, order))))
  })

  test('lists with two filters', async () => {
    const pairs = filters.flatMap((one, index) =>
      filters.slice(index + 1).flatMap((other) => (nameOf(one) === nameOf(other) ? [] : [`${one}&${other}`])),
    )
    await check(pairs.map((pair, index) => pathOf(pair, orders[index % orders.length] ?? '')))
  })

  test('the audit log with each of its filters, and two of them', async () => {
    const log = [
      'subjectKind=project',
      'subjectKind=team',
      'subjectId=prj_10000500',
      'type=project.created',
      'actorId=usr_7',
      'actorId=nobody',
      'since=2026-01-01T00:20:00.000Z',
      'until=2026-01-01T00:20:00.000Z',
    ]
    const pairs = log.flatMap((one, index) =>
      log.slice(index + 1).flatMap((other) => (nameOf(one) === nameOf(other) ? [] : [`${one}&${other}`])),
    )
    await check(['', ...log, ...pairs].map((filter) => `/audit-log?limit=50&${filter}`))
  })

  test('the change feed by kind and type', async () => {
    const asked = ['', 'kind=project', 'kind=team', 'type=project.created', 'kind=team&type=project.created']
    await check(asked.map((filter) => `/events?limit=50&${filter}`))
  })

  test('texts in lists, and the search over everything', async () => {
    const texts = ['q=project', 'q=ject%2012', 'q=nowhere', 'q=7', 'q=t%209', 'q=roj&ownerTeamId=team_7']
    await check(texts.flatMap((text) => orders.map((order) => pathOf(text, order))))
    const words = ['project', '4711', 'proj', 'nowhere', 'projetc', 'p', 'prj_10000500', 'project%20471']
    await check(words.map((word) => `/search?q=${word}`))
  })

  test('the graph, and what a failure hits', async () => {
    const paths = [
      '/graph?limit=2000',
      '/graph?limit=500&types=deploys-to',
      '/impact?of=component:prj_10000500',
      '/summaries?of=component:prj_10000500,team:team_big,team:team_7',
    ]
    await check(paths)
  })

  test('reports under ids that they were known by before', async () => {
    const day = { periodStart: '2026-01-01T00:00:00Z', periodEnd: '2026-01-02T00:00:00Z' }
    const item = { appId: 'prj_10000500', currency: 'USD', amountCents: 1, ...day }
    const items = Array.from({ length: 5 }, (_, n) => ({ externalId: `cost-${n}`, ...item }))
    await checkAll(async () => {
      const { results } = bodyOf(await organisation.owner.post('/ingest/v1/costs', { items }))
      assert.equal(results.length, items.length)
    })
  })

  test('counts of a long list, before and after its records were counted', async () => {
    const paths = ['', ...filters].map((filter) => `/facets?kind=project&${filter}`)
    await check(paths)
    await runJob({ store: app.store, now: () => new Date() }, 'facet-counts')
    assert.equal((await read(organisation.owner, '/facets?kind=project')).total, records / 10)
    await check(paths)
  })
})

const pathOf = (filter: string, order: string): string =>
  `/projects?${['limit=50', filter, order].filter((part) => part !== '').join('&')}`

type Store = Parameters<typeof rowsIn>[0] & Parameters<typeof executeIn>[0]

/** Nine in ten are archived, one in seventy belongs to one team, and every one has the same tag. */
async function fill(store: Store, partitionId: PartitionId): Promise<void> {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${records})`
  const id = `'prj_' || (10000000 + i)`
  const at = `'2026-01-01T00:00:00.000Z'`
  await executeIn(
    store,
    `${numbers} insert into projects (partition_id, id, name, owner_team_id, archived, lifecycle, type, tier, tags,
       created_at, updated_at, search_text, sort_key, revision, edited)
     select '${partitionId}', ${id}, 'Project ' || i,
       case when i % 70 = 0 then 'team_big' when i % 11 = 0 then null else 'team_' || (i % 2000) end,
       case when i % 10 = 0 then 0 else 1 end, case when i % 3 = 0 then 'deprecated' else 'production' end,
       case when i % 2 = 0 then 'service' else 'library' end, 1 + i % 4, '["all"]', ${at}, ${at},
       'project ' || (i * 7919 % 100003), 'project ' || (i * 7919 % 100003), 1, 1 from n`,
  )
  for (const [value, condition] of [
    ['all', 'true'],
    ['rare', 'i % 20000 = 0'],
  ])
    await executeIn(
      store,
      `${numbers} insert into elements (partition_id, kind, field, value, record_id)
       select '${partitionId}', 'project', 'tags', '${value}', ${id} from n where ${condition}`,
    )
  await executeIn(
    store,
    `${numbers} insert into events (partition_id, seq, at, type, actor_type, actor_id, actor_name, subject_kind,
       subject_id, state_before, state_after)
     select '${partitionId}', 1000 + i, '2026-01-01T00:' || (10 + i % 50) || ':00.000Z', 'project.created', 'user',
       'usr_' || (i % 50), 'Somebody', 'project', ${id}, null, '{}' from n`,
  )
  await withTables(store, (tx) => queueIndexing(tx, partitionId))
  await executeIn(
    store,
    `update partitions set last_seq = ${records} + 1000, revision = revision + 1 where id = '${partitionId}'`,
  )
}

const large = 'projects|elements|events|search_docs|facet_counts|dependencies|cost_entries'
const tables = new RegExp(`\\b(?:${large})\\b`)
const scan = new RegExp(`^SCAN (?:${large}|d)\\b`)

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What the server asks its database for, each text once. */
function recordStatements(engine: EngineName) {
  let asked: Map<string, Asked> | undefined
  const note = (text: string, values: readonly unknown[] = []): void => {
    if (asked && /^[\s(]*(select|with)\b/i.test(text) && !asked.has(text)) asked.set(text, { text, values })
  }
  const { prepare } = DatabaseSync.prototype
  const { query } = pg.Client.prototype
  before(() => {
    if (engine === 'sqlite')
      DatabaseSync.prototype.prepare = function noted(text, ...rest) {
        texts.add(text)
        note(text)
        return prepare.call(this, text, ...rest)
      }
    else
      pg.Client.prototype.query = function noted(this: pg.Client, config: Asked | string, ...rest: never[]) {
        if (typeof config === 'object') note(config.text, config.values)
        return (query as (...args: unknown[]) => unknown).call(this, config, ...rest)
      } as typeof query
  })
  after(() => {
    DatabaseSync.prototype.prepare = prepare
    pg.Client.prototype.query = query
  })
  /** A statement is prepared only once, so those of earlier tests count too. */
  const texts = new Set<string>()
  return {
    async during(work: () => Promise<void>): Promise<readonly Asked[]> {
      asked = new Map()
      await work()
      const found = asked
      asked = undefined
      if (engine === 'sqlite')
        for (const text of texts)
          if (/^[\s(]*(select|with)\b/i.test(text)) found.set(text, { text, values: [] })
      return [...found.values()].filter(({ text }) => tables.test(text))
    },
  }
}

const brief = (text: string): string => text.replace(/\s+/g, ' ').replace(/select "id".*?edited/, 'select …')

const faultsOf = {
  /**
   * Which index it takes: it has no statistics, so the answer is the same for every size. A Bloom filter is for walking
   * along all that there is, to look for a few.
   */
  sqlite: async (store: Store, { text }: Asked): Promise<readonly string[]> => {
    const plan = await rowsIn(store, `explain query plan ${text}`)
    const isCollected = text.includes(`order by (`)
    return plan
      .map(({ detail }) => String(detail))
      .filter(
        (detail) =>
          scan.test(detail) || /BLOOM FILTER/.test(detail) || (/TEMP B-TREE/.test(detail) && !isCollected),
      )
      .map((detail) => `${detail}: ${brief(text)}`)
  },
  /** How many rows each part of it passes. */
  postgres: async (store: Store, { text, values }: Asked): Promise<readonly string[]> => {
    const [row] = await store.run((sql) =>
      sql.all(`explain (analyze, format json) ${text.replace(/\$\d+/g, '?')}`, values as string[]),
    )
    const [explained] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: PlanNode }[]
    return (explained ? nodesOf(explained.Plan) : [])
      .filter((node) => passed(node) > maxPassed)
      .map((node) => `${node['Node Type']} passes ${passed(node)}: ${brief(text)} ${JSON.stringify(values)}`)
  },
} as const satisfies Record<EngineName, unknown>

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const passed = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
