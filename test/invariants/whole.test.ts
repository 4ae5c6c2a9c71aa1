import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '@svc/server'
import { runJob } from '@svc/server/jobs'
import { eventually, useApp } from '@svc/server/testing'
import { leftToDo } from './numbering.ts'
import { readState } from './state.ts'
import { assertSound, type invariants, untilCaughtUp, violationsIn } from './whole.ts'

/** Every kind of damage, and which check must detect it. */
const damages: readonly (readonly [keyof typeof invariants, string, string])[] = [
  ['gaplessLog', 'an event is missing', `delete from events where type = 'issue.updated'`],
  ['gaplessLog', 'the partition counts an event too few', 'update partitions set last_seq = last_seq - 1'],
  ['recordsMatchLog', 'a record is lost', `delete from issues where status = 'newBug'`],
  ['recordsMatchLog', 'a change is lost', `update issues set status = 'newBug'`],
  ['recordsMatchLog', 'a deleted record is back', `insert into teams select * from gone_teams`],
  ['recordsMatchLog', 'a record came without an event', `update projects set id = 'prj_other'`],
  ['revisionsCover', 'a kind is behind its records', 'update revisions set revision = 1'],
  ['revisionsCover', 'the partition is behind', 'update partitions set revision = revision - 1'],
  ['elementsMatchArrays', 'a tag cannot be looked up', `delete from elements where value = 'pci'`],
  ['elementsMatchArrays', 'a tag is found that is not there', `update apis set tags = '[]'`],
  ['facetsMatchRecords', 'a value is counted once too often', 'update facet_counts set count = count + 1'],
  ['facetsMatchRecords', 'a value is not counted', `delete from facet_counts where value = '=pci'`],
  ['numbersAreWhole', 'a number was given twice', 'update issues set sequence_number = 1'],
  ['numbersAreWhole', 'the counter was lost', 'delete from counters'],
  ['nothingDangles', 'an issue is of no project', `update issues set app_id = 'prj_none'`],
  ['nothingDangles', 'a system names no API', `update systems set api_ids = '["api_none"]'`],
  [
    'snapshotsAreSingle',
    'a snapshot is of no quarter hour',
    `update slo_snapshots set taken_at = '2026-01-01T00:01:00.000Z'`,
  ],
  [
    'answersHaveEffects',
    'an answer without a record',
    `update idempotency_keys set answer = '{"body":"{\\"id\\":\\"prj_none\\"}"}'`,
  ],
  [
    'answersHaveEffects',
    'another answer than the record',
    `update idempotency_keys set answer = replace(answer, 'Keyed', 'Other')`,
  ],
]

const app = useApp('sqlite')

test('the checks find nothing in an intact store, and every kind of damage', async (t) => {
  const { owner } = await app.organisation()
  const made = async (path: string, body: object, headers = {}): Promise<string> => {
    const reply = await owner.post(path, body, headers)
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }
  const appId = await made('/projects', { name: 'Keyed' }, { 'idempotency-key': 'k1' })
  const apiId = await made('/apis', { name: 'API', componentId: appId, tags: ['pci', 'public'] })
  await made('/systems', { name: 'System', componentIds: [appId], apiIds: [apiId] })
  await made('/issues', { appId, title: 'First' })
  await owner.patch(`/issues/${await made('/issues', { appId, title: 'Second' })}`, { status: 'fixed' })
  await made('/slos', { name: 'SLO', appId, type: 'availability', target: 99, window: 'rolling7d' })
  const teamId = await made('/teams', { name: 'Team' })
  await runJob({ store: app.store, now: () => new Date() }, 'slo-calculator')
  const db = new DatabaseSync(databaseFile(app.location.dataDir))
  t.after(() => db.close())
  db.exec('create temp table gone_teams as select * from teams')
  assert.equal((await owner.delete(`/teams/${teamId}`)).status, 204)
  await untilCaughtUp(app.location)

  /** Takes turns with the jobs of the server, which write now and then and run on this thread. */
  const begin = (): boolean => {
    try {
      db.exec('begin immediate')
      return true
    } catch {
      return false
    }
  }
  const look = async (damage = '') => {
    await eventually(async () => begin(), Boolean)
    try {
      db.exec(damage)
      return await readState({ all: async (sql) => db.prepare(sql).all() })
    } finally {
      db.exec('rollback')
    }
  }
  await assertSound({ all: async (sql) => db.prepare(sql).all() })
  assert.deepEqual(violationsIn(await look()), [])
  assert.deepEqual(leftToDo(await look()), [])
  for (const [name, about, damage] of damages) {
    const found = violationsIn(await look(damage))
    assert.ok(
      found.some((text) => text.startsWith(`${name}: `)),
      `${name} does not see that ${about}: ${found.join('; ')}`,
    )
  }
  assert.equal(leftToDo(await look('update issues set sequence_number = null')).length, 2)
  assert.equal(leftToDo(await look('update followers set seq = 0')).length, 2)
})
