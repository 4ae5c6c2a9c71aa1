import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import {
  allOperations,
  facetKinds,
  facetParam,
  facetsOf,
  type Field,
  isLiveOnly,
  isSharedByModes,
  type Kind,
  kinds,
} from '@svc/model'
import {
  addressOf,
  caughtUp,
  checkedClient,
  clockBetweenJobs,
  companionFields,
  createFixtures,
  type Fields,
  type Fixtures,
  kindInPath,
  kindsWith,
  onEachEngine,
  type Reply,
  type TestApp,
  useApp,
  writableFields,
} from '../testing/index.ts'
import {
  everyAnswer,
  everyKind,
  markerOf,
  newSide,
  ownAddress,
  type Side,
  snapshotOf,
} from '../testing/sides.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  const sides: Side[] = []

  before(async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    sides.push(await newSide(app, 'ours-live', ours, 'live'))
    sides.push(await newSide(app, 'ours-test', ours, 'test'))
    sides.push(await newSide(app, 'theirs-live', theirs, 'live'))
    await caughtUp(app)
  })

  /** Runs a check for every side and every other that must stay hidden from it. */
  const forEachPair = async (check: (own: Side, other: Side) => Promise<void>): Promise<void> => {
    for (const own of sides) for (const other of sides) if (own !== other) await check(own, other)
  }

  test('another’s id in a path is 404, whatever the operation, and nothing happens to the record', async () => {
    await forEachPair(async (own, other) => {
      const before = await snapshotOf(other)
      for (const operation of allOperations.filter(({ path }) => path.includes('{'))) {
        const { method, path, body } = operation
        const isDeletion = path.startsWith('/deleted/')
        const kind = isDeletion ? kinds.runbook : kindInPath(path)
        assert.ok(kind, path)
        if (!isHidden(own, other, kind)) continue
        const id = isDeletion ? other.deletion : String(other.made.get(kind)?.id)
        // A precondition must not reveal that there is something to compare with.
        const headers = method === 'PATCH' || method === 'DELETE' ? { 'if-match': '"0"' } : {}
        const reply = await own.client.send(method, addressOf(path, id), body && {}, headers)
        // Before the lookup: what both modes share is not changed in test mode, whatever its id.
        const isLocked = own.mode === 'test' && isLiveOnly(operation)
        const about = `${own.name}: ${method} ${path} of ${other.name}: ${reply.text}`
        assert.equal(reply.status, isLocked ? 403 : 404, about)
        const unknown = await own.client.send(method, addressOf(path, 'nothing'), body && {}, headers)
        const said = reply.body.message.replaceAll(id, 'nothing')
        assert.equal(said, unknown.body.message, 'it looks like one that never existed')
      }
      assert.deepEqual(await snapshotOf(other), before, `${other.name} is as it was`)
    })
  })

  test('another’s id in a body is an unknown reference', async () => {
    await forEachPair(async (own, other) => {
      for (const kind of kindsWith('create')) {
        if (own.mode === 'test' && isSharedByModes(kind)) continue
        const body = await own.fixtures.body(kind)
        for (const [key, field] of writableFields(kind)) {
          for (const target of targetsOf(field)) {
            if (!isHidden(own, other, target.kind)) continue
            const id = String(other.made.get(target.kind)?.id)
            const beside = { ...companionFields(kind, key), ...target.beside }
            const sent = { ...body, ...beside, [key]: field.type === 'refs' ? [id] : id }
            const about = `${own.name}: ${kind.name}.${key} of ${other.name}`
            unknownReference(await own.client.post(kind.path, sent), key, id, about)
            if (!kind.verbs.includes('update') || field.traits.immutable) continue
            const path = `${kind.path}/${own.made.get(kind)?.id}`
            unknownReference(await own.client.patch(path, { [key]: sent[key] }), key, id, about)
          }
        }
      }
    })
  })

  test('another’s id in a report is an unknown reference, and the same report of two sides stays separate', async () => {
    await forEachPair(async (own, other) => {
      const [appId, sloId] = [kinds.project, kinds.slo].map((kind) => String(other.made.get(kind)?.id))
      const told = { externalId: 'the same', mappingsTotal: 0, mappings: [] }
      const reports: Readonly<Record<string, Fields>> = {
        deployments: { externalId: 'the same', status: 'success', appId },
        costs: { externalId: 'the same', amountCents: 1, appId },
        drift: { ...told, appId },
        slis: { sloId, value: 1 },
      }
      for (const [what, item] of Object.entries(reports)) {
        const reply = await own.client.post(`/ingest/v1/${what}`, { items: [item] })
        const [{ status, error }] = reply.body.results
        assert.equal(status, 'rejected', `${own.name}: ${what} of ${other.name}`)
        const [key, id] = what === 'slis' ? ['sloId', sloId] : ['appId', appId]
        unknownReference({ ...reply, status: 400, body: error }, String(key), String(id), what)
      }
    })
    const ids = new Set<string>()
    for (const side of sides) {
      const item = { externalId: 'the same', status: 'success', appId: side.made.get(kinds.project)?.id }
      const { results } = (await side.client.post('/ingest/v1/deployments', { items: [item] })).body
      assert.equal(results[0].status, 'created')
      ids.add(results[0].id)
    }
    assert.equal(ids.size, sides.length)
  })

  test('another’s id in the SSO settings is an unknown reference', async () => {
    const [own, , other] = sides as [Side, Side, Side]
    const id = String(other.made.get(kinds.identityProvider)?.id)
    const reply = await own.client.patch('/sso/settings', { defaultIdentityProviderId: id })
    unknownReference(reply, 'defaultIdentityProviderId', id, 'settings')
  })

  test('another’s id in a filter matches nothing, or is unknown where a project must be named', async () => {
    await forEachPair(async (own, other) => {
      for (const { method, path, query = {}, requiredQuery = [], kind } of allOperations) {
        if (method !== 'GET' || requiredQuery.includes('kind')) continue
        const address = ownAddress(own, path)
        for (const key of Object.keys(query)) {
          for (const target of filterTargets(kind, key)) {
            if (!isHidden(own, other, target)) continue
            const id = String(other.made.get(target)?.id)
            const reply = await own.client.get(`${address}?${key}=${id}`)
            const about = `${own.name}: ${path}?${key}= of ${other.name}: ${reply.text}`
            if (requiredQuery.includes(key)) assert.equal(reply.status, 400, about)
            else assert.deepEqual([reply.status, Object.values(reply.body)[0]], [200, []], about)
          }
        }
      }
    })
  })

  test('another’s id in a filter counts nothing', async () => {
    await forEachPair(async (own, other) => {
      for (const kind of facetKinds) {
        for (const key of facetsOf(kind)) {
          for (const target of filterTargets(kind, key)) {
            if (!isHidden(own, other, target)) continue
            const id = String(other.made.get(target)?.id)
            const reply = await own.client.get(`/facets?kind=${kind.name}&${facetParam(key)}=${id}`)
            assert.deepEqual(
              [reply.status, reply.body.total],
              [200, 0],
              `${own.name}: ${kind.name}.${key}: ${reply.text}`,
            )
          }
        }
      }
    })
  })

  test('another’s cursor is refused', async () => {
    await forEachPair(async (own, other) => {
      for (const { path, query = {}, requiredQuery = [], kind } of allOperations) {
        if (!query.cursor) continue
        const owner = kindInPath(path)
        if (kind ? !isHidden(own, other, kind) : owner === undefined && isShared(path)) continue
        if (own.organisation === other.organisation && isShared(path)) continue
        const ask = (side: Side, cursor: string) => {
          const requiredFilters = requiredQuery
            .map((key) => `&${key}=${side.made.get(kinds.project)?.id}`)
            .join('')
          return side.client.get(
            `${ownAddress(side, path)}?limit=1${requiredFilters}${cursor && `&cursor=${cursor}`}`,
          )
        }
        const { nextCursor } = (await ask(other, '')).body
        assert.ok(nextCursor, `${other.name}: ${path} has more than one page`)
        assert.equal((await ask(other, nextCursor)).status, 200)
        const reply = await ask(own, nextCursor)
        assert.equal(reply.status, 400, `${own.name}: ${path} with a cursor of ${other.name}: ${reply.text}`)
        assert.equal(reply.body.details[0].path, 'cursor')
      }
    })
  })

  test('nothing of another is in any answer: no id, no text, in any order of requests', async () => {
    for (const order of [sides, sides.toReversed()]) {
      for (const own of order) {
        const answers = await everyAnswer(own)
        for (const other of sides.filter((one) => one !== own)) {
          for (const [path, text] of answers) {
            for (const [kind, { id }] of other.made) {
              if (!isHidden(own, other, kind)) continue
              assert.ok(
                !text.includes(String(id)),
                `${own.name}: ${path} shows ${kind.name} of ${other.name}`,
              )
            }
            const marker = markerOf(other)
            const isOpen = isShared(path) && own.organisation === other.organisation
            if (!isOpen) assert.ok(!text.includes(marker), `${own.name}: ${path} shows ${marker}`)
          }
        }
      }
    }
  })

  test('every side sees its own: the checks above have something to find', async () => {
    for (const own of sides) {
      const text = (await everyAnswer(own)).map(([, answer]) => answer).join('')
      for (const [kind, { id }] of own.made) {
        if (!isReachable(kind) || kind.fields.id?.traits.internal) continue
        assert.ok(text.includes(String(id)), `${own.name} sees its ${kind.name}`)
      }
      assert.ok(text.includes(markerOf(own)))
      const scores = (await own.client.get('/scores')).body.scores as readonly Fields[]
      assert.ok(scores.length > 0)
    }
  })

  test('what another has just read is not served from a cache, even at the same revision', async () => {
    // Two organisations with the same past have the same revisions: nothing else may tell their answers apart.
    const peers = [await newPeer(app), await newPeer(app)] as const
    for (const kind of kindsWith('read')) {
      const [own, other] = [await peers[0].make(kind), await peers[1].make(kind)]
      await caughtUp(app)
      for (const [peer, record] of [
        [peers[0], own],
        [peers[1], other],
      ] as const)
        assert.equal((await peer.client.get(`${kind.path}/${record.id}`)).status, 200, kind.name)
      assert.equal((await peers[0].client.get(`${kind.path}/${other.id}`)).status, 404, kind.name)
      assert.equal((await peers[1].client.get(`${kind.path}/${own.id}`)).status, 404, kind.name)
    }
  })

  test('a member is in the teams of the mode that asks, and of no other', async () => {
    const [live, mock] = sides as [Side, Side, Side]
    const { id } = await live.organisation.user('member')
    const teams = new Map<Side, string>()
    for (const side of [live, mock]) {
      const made = await side.client.post('/teams', { name: 'x', memberUids: [id] })
      teams.set(side, made.body.id)
    }
    for (const side of [live, mock, live]) {
      assert.deepEqual((await side.client.get(`/users/${id}`)).body.teamIds, [teams.get(side)])
      const { users } = (await side.client.get('/users')).body
      assert.deepEqual(users.find((user: Fields) => user.id === id).teamIds, [teams.get(side)])
    }
  })

  test('an idempotency key returns only what its own side has created', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const ids = new Set<string>()
    for (const side of sides) {
      const reply = await side.client.post('/domains', { name: 'the same' }, key)
      assert.equal(reply.status, 201)
      assert.equal(reply.headers.get('idempotent-replayed'), null)
      ids.add(reply.body.id)
    }
    assert.equal(ids.size, sides.length)
  })

  test('what must be unique within a side may exist once in each', async () => {
    const bodies = await Promise.all(sides.map((side) => side.fixtures.body(kinds.dependency)))
    for (const [index, side] of sides.entries()) {
      assert.equal((await side.client.post('/dependencies', bodies[index])).status, 201)
      assert.equal((await side.client.post('/dependencies', bodies[index])).status, 409)
    }
  })

  test('the ETag of one side reveals nothing about another', async () => {
    await forEachPair(async (own, other) => {
      for (const kind of kindsWith('list').filter((one) => one.home === 'partition')) {
        const query = kind.requiredFilters ? `?appId=${own.made.get(kinds.project)?.id}` : ''
        const theirs = kind.requiredFilters ? `?appId=${other.made.get(kinds.project)?.id}` : ''
        const etag = String((await other.client.get(`${kind.path}${theirs}`)).headers.get('etag'))
        const plain = await own.client.get(`${kind.path}${query}`)
        const reply = await own.client.get(`${kind.path}${query}`, { 'if-none-match': etag })
        assert.ok(
          reply.status === 304 ? plain.headers.get('etag') === etag : reply.text === plain.text,
          `${own.name}: ${kind.path}`,
        )
      }
    })
  })
})

async function newPeer(app: TestApp): Promise<Fixtures> {
  const organisation = await app.organisation()
  return createFixtures({ app, organisation, client: checkedClient(organisation.owner) })
}

/** Members, sign-in and credentials belong to the organisation; but a test token sees no live credential. */
function isHidden(own: Side, other: Side, kind: Kind): boolean {
  if (own.organisation !== other.organisation || kind.home === 'partition') return true
  const isCredential = kind === (kinds.token as Kind) || kind === (kinds.apiKey as Kind)
  return isCredential && own.mode === 'test'
}

/** Lists that both modes of an organisation share, wholly or in part. */
const isShared = (path: string): boolean =>
  [
    '/users',
    '/identity-providers',
    '/group-mappings',
    '/workload-trusts',
    '/scim',
    '/sso',
    '/tokens',
    '/api-keys',
    '/audit-log',
    '/me',
  ].some((start) => path.startsWith(start))

/** Kinds that some endpoint shows. */
const isReachable = (kind: Kind): boolean =>
  allOperations.some(
    ({ path, method }) => method === 'GET' && path.startsWith(kind.path.split('/{')[0] ?? ''),
  )

interface Target {
  readonly kind: Kind
  readonly beside: Fields
}

/** The kinds that a reference may point to, with the fields that each needs besides it. */
function targetsOf({ target }: Field): readonly Target[] {
  if (target === undefined) return []
  const named = (name: string): Kind => everyKind.find((kind) => kind.name === name) as Kind
  if (typeof target === 'string') return [{ kind: named(target), beside: {} }]
  return Object.entries(target.kinds).map(([word, name]) => ({
    kind: named(name),
    beside: { [target.by]: word },
  }))
}

const reportFilters: Readonly<Record<string, readonly Kind[]>> = {
  appId: [kinds.project],
  entityId: [kinds.project, kinds.api],
  subjectId: [kinds.project, kinds.issue, kinds.team],
  actorId: [kinds.user],
}

const filterTargets = (kind: Kind | undefined, key: string): readonly Kind[] => {
  const field = kind?.fields[key]
  return field ? targetsOf(field).map((target) => target.kind) : (reportFilters[key] ?? [])
}

function unknownReference(reply: Reply, key: string, id: string, about: string): void {
  assert.equal(reply.status, 400, `${about}: ${reply.text}`)
  const detail = reply.body.details.find(({ path }: { path: string }) => path.split('/')[0] === key)
  assert.ok(detail?.message.includes(id), `${about}: ${reply.text}`)
}
