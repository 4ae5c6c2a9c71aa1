import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kind, kinds, listKeyOf } from '@svc/model'
import fc from 'fast-check'
import { partitionsOf } from '../store/partition-id.ts'
import {
  type Client,
  clockBetweenJobs,
  createFixtures,
  type Fields,
  type Fixtures,
  onEachEngine,
  type TestApp,
  type TestOrganisation,
  useApp,
} from '../testing/index.ts'

/** A list that can be paged through while others write to it. */
interface Subject {
  readonly name: string
  readonly path: string
  readonly key: string
  add(n: number): Promise<string>
  change(id: string, n: number): Promise<void>
  remove(id: string): Promise<void>
}

type Step =
  | { readonly do: 'turn' }
  | { readonly do: 'add' }
  | { readonly do: 'change' | 'remove'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'turn' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'add' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(50) }) },
)

const subjectNames = [
  'projects',
  'domains with a tag',
  'issues of a project',
  'secrets by name',
  'drift snapshots by time',
] as const

const scenario = fc.record({
  size: fc.integer({ min: 0, max: 9 }),
  limit: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { maxLength: 20 }),
})

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const name of subjectNames) {
    test(`${name}: paging returns each record that exists throughout exactly once, whatever is written between pages`, async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ size, limit, steps }) => {
          const { client, subject } = await newSubject(app, name)
          const world = await newWorld(subject, size)
          const walk = walker(client, subject, limit)
          for (const one of steps) {
            if (one.do === 'turn') await walk.turn()
            else await world.apply(one)
          }
          await walk.finish()
          checkSeen(walk.seen, world)
        }),
        { numRuns: 12 },
      )
    })

    test(`${name}: paging returns each record that exists throughout exactly once, while others write`, async () => {
      const { client, subject } = await newSubject(app, name)
      const world = await newWorld(subject, 30)
      const walk = walker(client, subject, 2)
      const steps = fc.sample(
        step.filter((one) => one.do !== 'turn'),
        { numRuns: 60, seed: 7 },
      )
      const lanes = [0, 1, 2].map(async (lane) => {
        for (const [index, one] of steps.entries()) if (index % 3 === lane) await world.apply(one)
      })
      await Promise.all([walk.finish(), ...lanes])
      checkSeen(walk.seen, world)
    })
  }

  test('the audit log: a change is returned exactly once, while more are written', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    for (let n = 0; n < 20; n += 1) await owner.post(n % 4 === 0 ? '/api-keys' : '/teams', { name: `x${n}` })
    const { auditLog } = (await owner.get('/audit-log')).body
    const walk = walker(owner, { path: '/audit-log', key: 'auditLog' }, 3)
    const writer = async () => {
      for (let n = 0; n < 20; n += 1)
        await owner.post(n % 2 === 0 ? '/api-keys' : '/teams', { name: `y${n}` })
    }
    await Promise.all([walk.finish(), writer()])
    const seen = new Set(walk.seen)
    assert.equal(seen.size, walk.seen.length, 'nothing is repeated')
    for (const { id } of auditLog) assert.ok(seen.has(id), 'nothing is skipped')
  })
})

/** The records of a list as the writer knows them. */
interface World {
  /** Existing since before the first page. */
  readonly throughout: Set<string>
  readonly ever: Set<string>
  apply(step: Exclude<Step, { do: 'turn' }>): Promise<void>
}

async function newWorld(subject: Subject, size: number): Promise<World> {
  const live: string[] = []
  let count = 0
  const add = async (): Promise<string> => {
    const id = await subject.add(count++)
    live.push(id)
    return id
  }
  for (let n = 0; n < size; n += 1) await add()
  const throughout = new Set(live)
  const ever = new Set(live)
  return {
    throughout,
    ever,
    async apply(one) {
      if (one.do === 'add') {
        ever.add(await add())
        return
      }
      const index = live.length === 0 ? -1 : one.which % live.length
      const id = live[index]
      if (id === undefined) return
      if (one.do === 'change') return subject.change(id, count++)
      live.splice(index, 1)
      throughout.delete(id)
      await subject.remove(id)
    },
  }
}

/** Reads page after page, noting every id in the order it appears. */
function walker(client: Client, { path, key }: Pick<Subject, 'path' | 'key'>, limit: number) {
  const seen: string[] = []
  let cursor: string | null | undefined
  const turn = async (): Promise<void> => {
    if (cursor === null) return
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
    const { status, body, text } = await client.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    assert.equal(status, 200, text)
    assert.ok(body[key].length <= limit)
    seen.push(...body[key].map(({ id }: Fields) => id))
    cursor = body.nextCursor
  }
  const finish = async (): Promise<void> => {
    for (let pages = 0; cursor !== null; pages += 1) {
      assert.ok(pages < 1_000, 'the pages come to an end')
      await turn()
    }
  }
  return { seen, turn, finish }
}

function checkSeen(seen: readonly string[], { throughout, ever }: World): void {
  assert.equal(new Set(seen).size, seen.length, `repeated in ${seen.join(', ')}`)
  const met = new Set(seen)
  for (const id of throughout) assert.ok(met.has(id), `${id} was skipped`)
  for (const id of seen) assert.ok(ever.has(id), `${id} is not one of these`)
}

type SubjectName = (typeof subjectNames)[number]

interface SubjectOptions {
  readonly app: TestApp
  readonly organisation: TestOrganisation
  readonly fixtures: Fixtures
}

async function newSubject(
  app: TestApp,
  name: SubjectName,
): Promise<{ readonly client: Client; readonly subject: Subject }> {
  const organisation = await app.organisation()
  const fixtures = createFixtures({ app, organisation })
  return { client: organisation.owner, subject: await subjects[name]({ app, organisation, fixtures }) }
}

/** Lists of every sort: newest first, filtered, sorted by name, by their own time. */
const subjects: Readonly<Record<SubjectName, (options: SubjectOptions) => Promise<Subject>>> = {
  projects: async ({ fixtures }) => overHttp(fixtures, kinds.project, {}, (n) => ({ name: `renamed ${n}` })),

  'domains with a tag': async ({ fixtures }) => ({
    ...overHttp(fixtures, kinds.domain, { tags: ['a', 'b'] }, (n) => ({ tags: ['b', `c${n}`] })),
    path: '/domains?tag=b',
  }),

  'issues of a project': async ({ fixtures }) => {
    const { id: appId } = await fixtures.make(kinds.project)
    const subject = overHttp(fixtures, kinds.issue, { appId }, (n) => ({
      status: n % 2 ? 'fixed' : 'triaged',
    }))
    return { ...subject, path: `/issues?appId=${appId}` }
  },

  'secrets by name': async (options) =>
    inStore(options, kinds.secret, '', (n) => ({ name: ['b', 'A', 'a', 'Ä', 'c', 'B', 'a'][n % 7] })),

  'drift snapshots by time': async (options) => {
    const { id: appId } = await options.fixtures.make(kinds.project)
    const time = (n: number) => new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 10))).toISOString()
    return inStore(options, kinds.driftSnapshot, `?appId=${appId}`, (n) => ({ appId, scannedAt: time(n) }))
  },
}

function overHttp(
  { client, make }: Fixtures,
  kind: Kind,
  over: Fields,
  change: (n: number) => Fields,
): Subject {
  return {
    name: kind.name,
    path: kind.path,
    key: listKeyOf(kind),
    add: async () => String((await make(kind, over)).id),
    change: async (id, n) => {
      const reply = await client.patch(`${kind.path}/${id}`, change(n))
      assert.ok(reply.status === 200 || reply.status === 404, reply.text)
    },
    remove: async (id) => assert.equal((await client.delete(`${kind.path}/${id}`)).status, 204),
  }
}

/** Records that only automation writes; their position in the list never changes. */
function inStore(
  { app, organisation, fixtures }: SubjectOptions,
  kind: Kind,
  query: string,
  over: (n: number) => Fields,
): Subject {
  const request = {
    partitionId: partitionsOf(organisation.id).partitions.live,
    actor: { type: 'system', id: null, name: 'svc' },
    now: () => new Date(),
  } as const
  const other = kind.fields.source ? 'source' : 'category'
  return {
    name: kind.name,
    path: `${kind.path}${query}`,
    key: listKeyOf(kind),
    add: async (n) => String((await fixtures.make(kind, over(n))).id),
    change: (id, n) =>
      app.store.write(request, async (change) => {
        const stored = await change.find(kind, id)
        if (stored) await change.update(kind, stored, { ...stored.record, [other]: `changed ${n}` })
      }),
    remove: (id) =>
      app.store.write(request, async (change) => {
        const stored = await change.find(kind, id)
        if (stored) await change.remove(kind, stored)
      }),
  }
}
