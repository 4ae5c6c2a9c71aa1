import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { directoryOf, idOf } from '../../packages/server/src/http/acceptance/scim-directory.ts'
import { onEachEngine, useApp } from '@svc/server/testing'
import pg from 'pg'
import type { PlanNode } from './faults.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Their rows are nearly all of one partition when a company has just connected its directory. */
const tables = new Set(['users', 'scim_people', 'scim_emails', 'scim_groups', 'scim_members', 'known_groups'])

/**
 * A directory writes thousands of people within seconds of its connection, before PostgreSQL has any statistics: all
 * indexes look alike to it then, and one that serves no more than the partition makes each request read everybody.
 */
onEachEngine((engine) => {
  if (engine !== 'postgres') return
  const app = useApp(engine, { quietStartMs: 600_000 })
  const asked = new Map<string, Asked>()
  let isNoting = false
  const { query } = pg.Client.prototype

  before(() => {
    pg.Client.prototype.query = function noted(this: pg.Client, config: Asked | string, ...rest: never[]) {
      if (isNoting && typeof config === 'object') asked.set(config.text, config)
      return (query as (...args: unknown[]) => unknown).call(this, config, ...rest)
    } as typeof query
  })
  after(() => {
    pg.Client.prototype.query = query
  })

  test('what a sync asks is found by more than the partition, without statistics', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const person = (n: number) => ({
      userName: `p${n}@sync.example`,
      emails: [{ value: `p${n}@sync.example` }],
    })
    const ids: string[] = []
    isNoting = true
    for (let n = 0; n < 3; n += 1) ids.push(idOf(await directory.post('/Users', person(n))))
    const group = idOf(await directory.post('/Groups', { displayName: 'G' }))
    const value = ids.map((id) => ({ value: id }))
    await directory.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value }])
    await directory.put(`/Groups/${group}`, { displayName: 'G', members: value.slice(1) })
    for (const [n, id] of ids.entries()) await directory.put(`/Users/${id}`, person(n))
    isNoting = false
    const faults: string[] = []
    await app.store.transaction((tx) =>
      tx.run(async (sql) => {
        for (const { text, values } of asked.values()) {
          if (!/^\s*(select|with|update|delete)\b/.test(text) || isFind(text)) continue
          const explain = `explain (format json) ${text.replace(/\$\d+/g, '?')}`
          const [row] = await sql.all(explain, values as string[])
          const [explained] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: PlanNode }[]
          assert.ok(explained, text)
          for (const one of wholePartitions(explained.Plan)) faults.push(`${one}: ${text}`)
        }
      }),
    )
    assert.ok(asked.size > 20, `${asked.size} statements`)
    assert.deepEqual(faults, [])
  })
})

/** How a record of any kind is found. A sync does it only for people who are there already. */
const isFind = (text: string): boolean => text.endsWith('from users where partition_id = $1 and id = $2')

function wholePartitions(plan: PlanNode): readonly string[] {
  const { 'Relation Name': table = '', 'Index Cond': condition = '' } = plan
  const isScan = plan['Node Type'].endsWith('Scan')
  const isWhole = isScan && tables.has(table) && /^$|^\(\w*\.?partition_id = [^()]*\)$/.test(condition)
  return [
    ...(isWhole ? [`${plan['Node Type']} of ${table}`] : []),
    ...(plan.Plans ?? []).flatMap(wholePartitions),
  ]
}
