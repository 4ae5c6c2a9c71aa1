import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { facetField, facetsOf, type Kind, kinds, listKeyOf, maxFacetValues } from '@svc/model'
import fc from 'fast-check'
import { startServer } from '../main.ts'
import { checkArchive } from '../services/archive/check-archive.ts'
import { loadArchive } from '../services/archive/load-archive.ts'
import { writeArchive } from '../services/archive/write-archive.ts'
import { runJob } from '../services/jobs/jobs.ts'
import { partitionIdOf } from '../store/partition-id.ts'
import {
  type Client,
  clientOf,
  type EngineName,
  type Fields,
  onEachEngine,
  openTestStore,
  type TestApp,
  type TestOrganisation,
  testServerDefaults,
  useApp,
} from '../testing/index.ts'
import { quickTmpdir } from '../testing/quick-dir.ts'
import { executeIn, rowsIn } from '../testing/tables.ts'
import { make, read } from './acceptance/checks.ts'

const projectFields = fc.record(
  {
    lifecycle: fc.constantFrom('production', 'deprecated', null),
    tier: fc.constantFrom(1, 2, null),
    type: fc.constantFrom('service', 'library', '', null),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'null', '='), { maxLength: 3 }),
    archived: fc.boolean(),
    description: fc.constantFrom('one', 'two'),
  },
  { requiredKeys: [] },
)

const which = fc.nat(20)

type Step =
  | { readonly do: 'create' | 'remove' | 'own' | 'disband' | 'issue'; readonly which: number }
  | { readonly do: 'runbook'; readonly which: number; readonly isHidden: boolean }
  | { readonly do: 'patch'; readonly which: number; readonly fields: object }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('create', 'own', 'issue'), which }) },
  fc.record({ do: fc.constantFrom('remove', 'disband'), which }),
  fc.record({ do: fc.constant('runbook' as const), which, isHidden: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('patch' as const), which, fields: projectFields }) },
)

/** Steps that are taken at the same time share a transaction, where one may be refused. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })

const countedKinds: readonly Kind[] = [kinds.project, kinds.issue, kinds.runbook, kinds.link]

onEachEngine((engine) => {
  const app = useApp(engine)

  test('the counts are those of the whole list, whatever was written before', async (t) => {
    await fc.assert(
      fc.asyncProperty(history, async (rounds) => {
        const organisation = await app.organisation()
        const world = newWorld(organisation.owner)
        await world.begin()
        for (const round of rounds) await Promise.all(round.map((one) => world.take(one)))
        await checkCounts(app, organisation)
      }),
      { numRuns: 15 },
    )
    const organisation = await app.organisation()
    const world = newWorld(organisation.owner)
    await world.begin()
    for (const one of fc.sample(step, { numRuns: 40, seed: 7 })) await world.take(one)
    await checkMoved(t, app, { engine, organisation })
  })

  test('what was not counted is counted in the background, while others write', async () => {
    const organisation = await app.organisation()
    const world = newWorld(organisation.owner)
    await world.begin()
    for (const one of fc.sample(step, { numRuns: 30, seed: 3 })) await world.take(one)
    // As an older version leaves it behind.
    const id = partitionIdOf(organisation.id, 'live')
    await executeIn(
      app.store,
      `update facet_counts set count = count + 7 where partition_id = ? and field <> ''`,
      [id],
    )
    await executeIn(app.store, 'update partitions set facets_revision = -1 where id = ?', [id])
    await checkCounts(app, organisation)
    const writing = Promise.all(fc.sample(step, { numRuns: 30, seed: 4 }).map((one) => world.take(one)))
    await runJob({ store: app.store, now: () => new Date() }, 'facet-counts')
    await writing
    const [row] = await rowsIn(
      app.store,
      'select facets_revision - revision as behind, facets_to from partitions where id = ?',
      [id],
    )
    assert.deepEqual([Number(row?.behind), row?.facets_to], [0, ''])
    await checkCounts(app, organisation)
  })
})

const issueOf = (appId: string) => ({ appId, title: 'I', severity: 'major' })
const linkOf = (entityId: string) => ({ ...kinds.link.example, entityKind: 'component', entityId })
const runbookOf = (visibilityRoleMin: string) => ({ ...kinds.runbook.example, visibilityRoleMin })

function newWorld(owner: Client) {
  const projects: string[] = []
  const teams: string[] = []
  const runbooks: string[] = []
  const pick = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? 'none'
  const expect = (reply: { readonly status: number; readonly text: string }): void =>
    assert.ok(reply.status < 300 || [400, 404, 409, 422].includes(reply.status), reply.text)
  return {
    async begin(): Promise<void> {
      for (const name of ['One', 'Two']) teams.push((await make(owner, '/teams', { name })).id)
      for (const name of ['A', 'B', 'C']) projects.push((await make(owner, '/projects', { name })).id)
      await make(owner, '/issues', issueOf(pick(projects, 0)))
      await make(owner, '/links', linkOf(pick(projects, 0)))
      runbooks.push((await make(owner, '/runbooks', runbookOf('viewer'))).id)
    },
    async take(one: Step): Promise<void> {
      const project = pick(projects, one.which)
      if (one.do === 'create') {
        const ownerTeamId = one.which % 3 === 0 ? null : pick(teams, one.which)
        // Some of these teams are gone.
        const reply = await owner.post('/projects', { name: 'P', ownerTeamId, tags: [`t${one.which % 4}`] })
        expect(reply)
        if (reply.status === 201) projects.push(reply.body.id)
      } else if (one.do === 'patch') expect(await owner.patch(`/projects/${project}`, one.fields))
      else if (one.do === 'own')
        expect(await owner.patch(`/projects/${project}`, { ownerTeamId: pick(teams, one.which) }))
      else if (one.do === 'remove' && one.which % 2 === 0) expect(await owner.delete(`/projects/${project}`))
      else if (one.do === 'remove') expect(await owner.delete(`/runbooks/${pick(runbooks, one.which)}`))
      else if (one.do === 'disband') expect(await owner.delete(`/teams/${pick(teams, one.which)}`))
      else if (one.do === 'issue') {
        expect(await owner.post('/issues', issueOf(project)))
        expect(await owner.post('/links', linkOf(project)))
      } else if (one.do === 'runbook') {
        const reply = await owner.post('/runbooks', runbookOf(one.isHidden ? 'owner' : 'viewer'))
        expect(reply)
        if (reply.status === 201) runbooks.push(reply.body.id)
      }
    },
  }
}

async function checkCounts(app: TestApp, organisation: TestOrganisation): Promise<void> {
  const viewer = await organisation.person('viewer', { scopes: ['read'] })
  for (const client of [organisation.owner, viewer])
    for (const kind of countedKinds) await checkKind(client, kind)
  const below = await rowsIn(app.store, 'select * from facet_counts where count <= 0')
  assert.deepEqual(below, [])
}

async function checkKind(client: Client, kind: Kind): Promise<void> {
  const list = (await read(client, kind.path))[listKeyOf(kind)] as readonly Fields[]
  const { facets, total, isExact } = await read(client, `/facets?kind=${kind.name}`)
  assert.deepEqual([total, isExact], [list.length, true], kind.name)
  for (const name of facetsOf(kind)) {
    const counts = new Map<string | null, number>()
    for (const record of list) {
      const value = record[facetField(kind, name)]
      const values = Array.isArray(value) ? value.map(String) : [value === null ? null : String(value)]
      for (const each of new Set(values)) counts.set(each, (counts.get(each) ?? 0) + 1)
    }
    const wanted = Array.from(counts, ([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (orderOf(a) < orderOf(b) ? -1 : 1))
      .slice(0, maxFacetValues)
    assert.deepEqual(facets[name], wanted, `${kind.name}.${name}`)
  }
}

/** None comes before all values. */
const orderOf = ({ value }: { readonly value: string | null }): string => (value === null ? '' : `=${value}`)

/** The same in a store that an archive was loaded into. */
async function checkMoved(
  t: TestContext,
  { store }: TestApp,
  { engine, organisation }: { readonly engine: EngineName; readonly organisation: TestOrganisation },
): Promise<void> {
  const dir = await mkdtemp(join(quickTmpdir(), 'svc-facets-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  const now = () => new Date()
  await writeArchive(store, { organisationId: organisation.id, dir, svc: '0.0.0', now })
  const moved = await openTestStore(engine)
  await loadArchive(moved.store, { path: dir, manifest: await checkArchive(dir) })
  const server = await startServer({ store: moved.store, ...testServerDefaults, log: () => {} })
  t.after(async () => {
    await server.close()
    await moved.remove()
  })
  const owner = clientOf(server.url, organisation.ownerToken)
  const all = 'select kind, field, value, count from facet_counts order by 1, 2, 3'
  const there = await rowsIn(moved.store, all)
  assert.ok(there.length > 10, JSON.stringify(there))
  assert.deepEqual(
    there,
    await rowsIn(store, all.replace('order', `where partition_id = '${organisation.id}.live' order`)),
  )
  for (const kind of countedKinds) await checkKind(owner, kind)
  await make(owner, '/projects', { name: 'Later', tags: ['later'] })
  await checkKind(owner, kinds.project)
}
