import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EngineName, onEachEngine } from '@svc/server/testing'
import { migrations } from '../packages/server/src/store/migrations/index.ts'
import { withSnapshot } from './invariants/snapshot.ts'
import type { State } from './invariants/state.ts'
import { untilCaughtUp } from './invariants/whole.ts'
import { sameEverywhere, type Tally, writeAndRead } from './many/fresh-reads.ts'
import { writeAlone } from './many/lone-writer.ts'
import { type Processes, startProcesses } from './many/processes.ts'
import { type EmptyStore, emptyStore } from './processes/empty-store.ts'

/** SQLite has one writer at a time: fewer of them show the same. */
const sizes = {
  postgres: { processes: 4, writers: 64, issuesEach: 5 },
  sqlite: { processes: 2, writers: 16, issuesEach: 8 },
} as const satisfies Record<EngineName, object>

const quarterHourMs = 900_000
const revocationMs = 5_000

onEachEngine((engine) => {
  const size = sizes[engine]
  let store: EmptyStore
  let processes: Processes

  before(async () => {
    store = await emptyStore(engine)
    processes = await startProcesses(store.location, size.processes)
  })
  after(async () => {
    await processes?.kill()
    await store?.remove()
  })

  test('processes that start at once on an empty store create one schema and one organisation', async () => {
    assert.equal(processes.all.filter(({ hasMadeOrganisation }) => hasMadeOrganisation).length, 1)
    await withSnapshot(store.location, async ({ all }) => {
      assert.equal((await all('select id from organisations')).length, 1)
      assert.equal((await all('select id from users')).length, 1)
      const applied = (await all('select id from schema_migrations order by id')).map(({ id }) => id)
      assert.deepEqual(
        applied,
        migrations.map(({ id }) => id),
      )
    })
  })

  test(`${size.writers} writers on ${size.processes} processes: each write is seen everywhere at once`, async (t) => {
    const tally: Tally = new Map()
    await Promise.all(
      Array.from({ length: size.writers }, (_, index) =>
        writeAndRead(processes.clients, { name: `writer ${index}`, issues: size.issuesEach, tally }),
      ),
    )
    const state = await untilCaughtUp(store.location)
    assert.deepEqual(userEvents(state), Object.fromEntries([...tally].sort(([a], [b]) => (a < b ? -1 : 1))))
    for (const path of ['/issues', '/projects?limit=10', '/audit-log'])
      await sameEverywhere(processes.clients, path)
    const writes = [...tally.values()].reduce((sum, count) => sum + count, 0)
    t.diagnostic(`${writes} events for as many writes, ${state.counters[0]?.value} issues numbered`)
    for (const { errors } of processes.all) assert.deepEqual(errors, [])
  })

  test('a write by one process is never reported as unchanged by another', async () => {
    await writeAlone(processes.clients, 30)
  })

  test('all run the calculator at once: one snapshot for each SLO and quarter hour', async () => {
    const client = processes.first
    const project = (await client.post('/projects', { name: 'Measured' })).body
    const slos: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const slo = {
        name: `SLO ${n}`,
        appId: project.id,
        type: 'availability',
        target: 99,
        window: 'rolling7d',
      }
      const reply = await client.post('/slos', { ...slo, currentValue: n % 3 ? 99 + n / 20 : null })
      assert.equal(reply.status, 201, reply.text)
      slos.push(reply.body.id)
    }
    const slots: string[] = []
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      const slot = (Math.floor(Date.now() / quarterHourMs) + quarter) * quarterHourMs
      slots.push(new Date(slot).toISOString())
      await Promise.all(processes.all.map((one) => one.setClockAhead(slot + 60_000 - Date.now())))
      await Promise.all(
        [...processes.all, ...processes.all].map(async (one) =>
          assert.match(await one.runJob('slo-calculator'), /^12 SLOs/),
        ),
      )
    }
    for (const [index, id] of slos.entries()) {
      const reply = await processes.clients[index % size.processes]?.get(`/slos/${id}/snapshots`)
      const taken = reply?.body.snapshots.map(({ takenAt }: { takenAt: string }) => takenAt)
      assert.deepEqual(
        taken.filter((at: string) => slots.includes(at)),
        slots,
      )
    }
    await untilCaughtUp(store.location)
  })

  test('a revoked token is refused at once where it was revoked, and everywhere within 5 seconds', async () => {
    const { id, token } = await newCredential(processes)
    const [here, ...elsewhere] = processes.clientsWith(token)
    for (const client of processes.clientsWith(token)) assert.equal((await client.get('/me')).status, 200)

    assert.equal((await processes.first.delete(`/tokens/${id}`)).status, 204)
    const revokedAt = Date.now()
    assert.equal((await here?.get('/me'))?.status, 401)
    await Promise.all(
      elsewhere.map(async (client) => {
        for (;;) {
          const afterMs = Date.now() - revokedAt
          if ((await client.get('/me')).status === 401) return
          assert.ok(afterMs < revocationMs, `It was let in after ${afterMs} ms.`)
          await sleep(20)
        }
      }),
    )
  })
})

/** What people did to the catalog, counted by type. */
function userEvents(state: State): Readonly<Record<string, number>> {
  const logged = [...state.events.values()].flat().filter(({ actorType }) => actorType === 'user')
  const counts = Map.groupBy(logged, ({ type }) => type)
  return Object.fromEntries(
    [...counts].map(([type, list]) => [type, list.length] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

async function newCredential({ first }: Processes): Promise<{ readonly id: string; readonly token: string }> {
  const reply = await first.post('/tokens', { name: 'to be revoked', scopes: ['read'] })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
