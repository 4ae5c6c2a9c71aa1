import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type Client, clientOf, onEachEngine, serverOn, type ServerOn, useApp } from '../testing/index.ts'

/**
 * Answers from the cache are compared with those of a server that has just been asked for the first time: the same
 * address with a query that means the same, which no cache knows yet.
 */
const lists = [
  '/projects',
  '/projects?limit=3',
  '/projects?limit=50&sort=-updatedAt',
  '/projects?ownerTeamId={team}',
  '/projects?ownerTeamId={other}&limit=2',
  '/projects?lifecycle=production',
  '/projects?tag=a',
  '/projects?q=one',
  '/projects?sort=name&limit=4',
] as const

type Step =
  | { readonly do: 'read'; readonly list: number; readonly which: number; readonly server: number }
  | { readonly do: 'add' | 'remove'; readonly which: number; readonly server: number }
  | { readonly do: 'change'; readonly which: number; readonly how: number; readonly server: number }

const server = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      list: fc.nat(lists.length - 1),
      which: fc.nat(20),
      server,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(20), how: fc.nat(5), server }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), which: fc.nat(20), server }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(20), server }) },
)

onEachEngine((engine) => {
  let second: ServerOn
  // Before the first one is closed, which takes the database along.
  after(() => second.close())
  const app = useApp(engine)
  before(async () => {
    second = await serverOn(app.location)
  })

  /** The same organisation through both servers, with two teams and a few projects. */
  async function newScene() {
    const { ownerToken } = await app.organisation()
    const clients = [clientOf(app.url, ownerToken), clientOf(second.url, ownerToken)] as const
    const [owner] = clients
    const teams: string[] = []
    for (const name of ['one', 'two']) teams.push((await owner.post('/teams', { name })).body.id)
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) ids.push(await add(owner, n))
    async function add(client: Client, n: number): Promise<string> {
      const body = {
        name: `${n % 2 ? 'one' : 'two'} ${n}`,
        ownerTeamId: teams[n % 2],
        tags: n % 3 ? ['a'] : [],
      }
      const { status, body: made } = await client.post('/projects', body)
      assert.equal(status, 201, JSON.stringify(made))
      return made.id
    }
    const changes = (n: number) => [
      { description: `Described ${n}.` },
      { name: `one or two ${n}` },
      { ownerTeamId: teams[n % 2] },
      { lifecycle: n % 2 ? 'production' : 'experimental' },
      { tags: n % 2 ? ['a', 'b'] : ['b'] },
      { ownerTeamId: null, description: `x${'y'.repeat((n % 10) * 100)}` },
    ]
    return { clients, teams, ids, add, changes }
  }

  const pathOf = (list: string, teams: readonly string[]): string =>
    list.replace('{team}', teams[0] ?? '').replace('{other}', teams[1] ?? '')

  let uncached = 0
  /** Its order of parameters was never asked for before, so it is read from the database. */
  async function read(client: Client, path: string): Promise<unknown> {
    uncached += 1
    const [address, query = ''] = path.split('?')
    return (await client.get(`${address}?${query}${query && '&'}${'&'.repeat(uncached)}`)).body
  }

  describe('what is answered from the cache', () => {
    test('is what is stored, whatever is written in between, by this process or another', async () => {
      let n = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const { clients, teams, ids, add, changes } = await newScene()
          const tags = new Map<string, string>()
          for (const one of steps) {
            n += 1
            const client = clients[one.server] as Client
            const id = ids[one.which % ids.length]
            if (one.do === 'add') ids.push(await add(client, n))
            else if (one.do === 'remove' && ids.length > 2) {
              assert.equal((await client.delete(`/projects/${id}`)).status, 204)
              ids.splice(one.which % ids.length, 1)
            } else if (one.do === 'change')
              assert.equal((await client.patch(`/projects/${id}`, changes(n)[one.how])).status, 200)
            else if (one.do === 'read') {
              const path = pathOf(lists[one.list] ?? '', teams)
              const kept = await client.get(path)
              assert.deepEqual(kept.body, await read(client, path), path)
              assertTag(tags, `${one.server} ${path}`, kept)
              const record = await client.get(`/projects/${id}`)
              const { projects } = (await read(client, '/projects?limit=200')) as {
                projects: { id: string }[]
              }
              assert.deepEqual(
                record.body,
                projects.find((project) => project.id === id),
              )
              assertTag(tags, `${one.server} ${id}`, record)
            }
          }
        }),
        { numRuns: 15 },
      )
    })

    test('is never older than a write that was acknowledged before, while many read and write', async () => {
      const { clients, ids } = await newScene()
      const written = new Map<string, number>()
      let isOver = false
      const number = (description: unknown): number => Number(/\d+/.exec(String(description))?.[0] ?? 0)
      const writer = async (lane: number): Promise<void> => {
        const own = ids.filter((_, index) => index % 4 === lane)
        for (let count = 1; count <= 30; count += 1) {
          const id = own[count % own.length] ?? ''
          const client = clients[lane % 2] as Client
          assert.equal((await client.patch(`/projects/${id}`, { description: `At ${count}.` })).status, 200)
          written.set(id, count)
        }
      }
      const reader = async (lane: number): Promise<void> => {
        while (!isOver) {
          const client = clients[lane % 2] as Client
          const before = new Map(written)
          const path = lane < 4 ? '/projects' : `/projects/${ids[lane % ids.length]}`
          const { body } = await client.get(path)
          for (const { id, description } of body.projects ?? [body])
            assert.ok(number(description) >= (before.get(id) ?? 0), `${path}: ${description}`)
        }
      }
      const readers = [0, 1, 2, 3, 4, 5, 6, 7].map(reader)
      await Promise.all([0, 1, 2, 3].map(writer)).finally(() => {
        isOver = true
      })
      await Promise.all(readers)
      for (const client of clients) {
        const { projects } = (await client.get('/projects')).body
        for (const { id, description } of projects) assert.equal(number(description), written.get(id) ?? 0)
      }
    })
  })
})

/** The same tag never stands for two bodies. */
function assertTag(
  tags: Map<string, string>,
  where: string,
  { body, headers }: { readonly body: unknown; readonly headers: Headers },
): void {
  const key = `${where} ${headers.get('etag')}`
  const text = JSON.stringify(body)
  assert.equal(tags.get(key) ?? text, text, key)
  tags.set(key, text)
}
