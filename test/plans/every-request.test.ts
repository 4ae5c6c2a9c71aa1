import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { costGroupings, facetsOf, type Kind, queryKeysOf, sortsOf, takesQuery } from '@svc/model'
import { executeIn, onEachEngine, useApp } from '@svc/server/testing'
import pg from 'pg'
import { allRequests, ask } from '../all-requests.ts'
import { faultsOnPostgres, faultsOnSqlite, isPlanned, type PlanNode } from './faults.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A query in every way that each key allows. */
function queriesOf(kind: Kind): readonly string[] {
  if (!takesQuery(kind)) return []
  const queries = queryKeysOf(kind).flatMap(({ key, targets, schema, canLack, canExclude }) => {
    const [one = schema.type === 'integer' ? 1 : 'x', other = one] = schema.enum ?? []
    const values = targets.length > 0 ? [] : [`${key}:${one}`, `${key}:${one},${other}`]
    return [
      ...values,
      ...values.filter(() => canExclude).map((value) => `-${value}`),
      ...(canLack ? [`no:${key}`] : []),
    ]
  })
  return [...queries, ...(kind.search ? ['"some text" word'] : [])].flatMap((query) => {
    const part = `query=${encodeURIComponent(query)}`
    return [part, ...sortsOf(kind).map((field) => `${part}&sort=${field}`)]
  })
}

/**
 * Every operation of the API once, and every list with each filter and order: whatever they ask the database for, an
 * index serves it, and none of them reads a whole partition. How many entries a step passes in a large catalog is
 * tested with its lists, its log and its graph (statement-plans.test.ts).
 */
onEachEngine((engine) => {
  // The jobs are not requests: they start when all is over.
  const app = useApp(engine, { quietStartMs: 600_000 })
  const asked = new Map<string, Asked>()
  const faults: string[] = []
  let request: string | undefined
  /** Whether a request has just caused it for the first time. */
  const isNew = (statement: Asked): boolean => {
    if (request === undefined || !isPlanned(statement.text) || asked.has(statement.text)) return false
    asked.set(statement.text, statement)
    return true
  }
  const report = (text: string, found: readonly string[], by = request): void => {
    for (const one of found) faults.push(`${one}: ${text.replace(/\s+/g, ' ')} (${by})`)
  }
  const { prepare } = DatabaseSync.prototype
  const { query } = pg.Client.prototype

  before(() => {
    DatabaseSync.prototype.prepare = function noted(text, ...rest) {
      const all = (other: string) => prepare.call(this, other).all()
      // Beside PostgreSQL it holds only what an import adds up.
      if (engine === 'sqlite' && isNew({ text, values: [] })) report(text, faultsOnSqlite(all, text))
      return prepare.call(this, text, ...rest)
    }
    pg.Client.prototype.query = function noted(this: pg.Client, config: Asked | string, ...rest: never[]) {
      if (typeof config === 'object') isNew(config)
      return (query as (...args: unknown[]) => unknown).call(this, config, ...rest)
    } as typeof query
  })
  after(() => {
    DatabaseSync.prototype.prepare = prepare
    pg.Client.prototype.query = query
  })

  test('no statement of any request scans a table or reads a whole partition', async () => {
    if (engine === 'postgres') await keepStatistics()
    request = 'a request that makes something'
    const organisation = await app.organisation()
    const visitor = { app, organisation }
    const requests = await allRequests(visitor)
    const lists = requests.flatMap(({ operation: { kind, verb }, path }) => {
      if (verb !== 'list' || !kind) return []
      const page = `${path}${path.includes('?') ? '&' : '?'}limit=50`
      const filters = [...facetsOf(kind)].map((field) => `${field}=x`)
      const orders = sortsOf(kind).map((field) => `sort=${field}`)
      return [...filters, ...orders, ...queriesOf(kind), 'q=abc'].map((part) => ({
        method: 'GET',
        path: `${page}&${part}`,
        body: undefined,
      }))
    })
    const costs = costGroupings.map((by) => ({
      method: 'GET',
      path: `/v1/costs/groups?by=${by}`,
      body: undefined,
    }))
    for (const one of [...requests, ...lists, ...costs]) {
      request = `${one.method} ${one.path}`
      await ask(visitor, one)
    }
    request = undefined
    assert.ok(asked.size > 300, `${asked.size} statements`)
    if (engine === 'postgres') await explainAll()
    assert.deepEqual(faults, [])
  })

  /** Of a table with a few rows that has been analysed, PostgreSQL reads all, whatever its indexes could serve. */
  const keepStatistics = (): Promise<number> =>
    executeIn(
      app.store,
      `do $$ declare own record; begin
         for own in select tablename from pg_tables where schemaname = current_schema() loop
           execute format('alter table %I set (autovacuum_enabled = off)', own.tablename);
         end loop;
       end $$`,
    )

  const explainAll = (): Promise<void> =>
    app.store.transaction((tx) =>
      tx.run(async (sql) => {
        await sql.all(`select set_config('enable_seqscan', 'off', true)`)
        for (const { text, values } of asked.values()) {
          const explain = `explain (format json) ${text.replace(/\$\d+/g, '?')}`
          const [row] = await sql.all(explain, values as string[])
          const [explained] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: PlanNode }[]
          assert.ok(explained, text)
          report(text, faultsOnPostgres(explained.Plan, text), 'any request')
        }
      }),
    )
})
