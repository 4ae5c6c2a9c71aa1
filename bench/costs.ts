import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kinds } from '@svc/model'
import { createOrganisation, createRecord, newId, openStore, organisation, systemCaller } from '@svc/server'
import { startServer } from '@svc/server/serve'
import { describeMachine } from './machine.ts'
import { median } from './median.ts'
import { keepResult } from './results.ts'

/**
 * How long the rollup of one project takes among a million cost entries: node bench/costs.ts [DATABASE_URL]. The
 * PostgreSQL database must be empty.
 */

const size = { projects: 100, days: 60, entriesADay: 167 }
const questions = 60
const targetMs = 50
const dayMs = 86_400_000

const [databaseUrl] = process.argv.slice(2)
const scratch = await mkdtemp(join(tmpdir(), 'svc-costs-'))
const store = await openStore({ dataDir: join(scratch, 'data'), databaseUrl })
const made = await createOrganisation(store, { name: 'Bench', ownerEmail: 'ada@bench.example' })
if (!made) throw new Error('The database is not empty.')
const caller = systemCaller(await organisation(store, made.organisationId), 'live')
const request = {
  partitionId: caller.organisation.partitions.live,
  actor: caller.actor,
  now: () => new Date(),
}
const server = await startServer({
  ...{ store, host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} },
})
try {
  const projects = await makeProjects()
  for (const appId of projects) await spend(appId)
  const row = await measure(projects)
  const machine = await describeMachine(scratch)
  const engine = databaseUrl ? 'PostgreSQL' : 'SQLite'
  const count = size.projects * size.days * size.entriesADay
  const report = `# The rollup of one project, ${new Date().toISOString().slice(0, 10)}

Node ${machine.node}, ${machine.cpu}, ${engine}, ${count} entries of ${size.projects} projects, all of the last ${size.days} days: each rollup adds up ${size.days * size.entriesADay} of them. ${questions} different projects asked one after another.

| | median | slowest | target | holds |
| --- | --- | --- | --- | --- |
${row}
`
  console.log(report)
  await keepResult(`costs-${engine.toLowerCase()}`, { report })
} finally {
  await server.close()
  await store.close()
  await rm(scratch, { recursive: true, force: true })
}

async function makeProjects(): Promise<readonly string[]> {
  const ctx = { store, caller, now: request.now }
  return store.write(request, async (change) => {
    const ids: string[] = []
    for (let n = 0; n < size.projects; n += 1)
      ids.push(String((await createRecord(ctx, change, kinds.project, { name: `Project ${n}` })).record.id))
    return ids
  })
}

async function spend(appId: string): Promise<void> {
  const midnight = Math.floor(Date.now() / dayMs) * dayMs
  const entries = Array.from({ length: size.days * size.entriesADay }, (_, n) => {
    const start = midnight - (n % size.days) * dayMs
    const service = Math.floor(n / size.days)
    return {
      ...{
        id: newId('cst'),
        externalId: null,
        appId,
        category: `Category ${service % 19}`,
        service: `Service ${service}`,
      },
      ...{ amountCents: 100 + (n % 977), currency: 'USD', source: 'auto', importId: null },
      periodStart: new Date(start).toISOString(),
      periodEnd: new Date(start + dayMs).toISOString(),
      createdAt: new Date().toISOString(),
    }
  })
  await store.write(request, (change) => change.insertAll(kinds.costEntry, entries))
}

async function measure(projects: readonly string[]): Promise<string> {
  const times: number[] = []
  for (let question = 0; question < questions; question += 1) {
    const started = performance.now()
    const answer = await fetch(
      `${server.url}/v1/costs?appId=${projects[(question * 37) % projects.length]}`,
      {
        headers: { authorization: `Bearer ${made?.token}` },
      },
    )
    const { last30dCents } = (await answer.json()) as { last30dCents: number }
    times.push(performance.now() - started)
    if (!(last30dCents > 0)) throw new Error(`A rollup was answered with ${answer.status}.`)
  }
  const middle = median(times)
  const holds = middle <= targetMs ? 'yes' : 'NO'
  return `| GET /costs | ${middle.toFixed(1)} ms | ${Math.max(...times).toFixed(1)} ms | ≤ ${targetMs} ms | ${holds} |`
}
