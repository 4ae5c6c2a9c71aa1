import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, caughtUp, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, idsOf, make, notFound, read, refused, remove } from './checks.ts'

const list = async (client: Client, query = ''): Promise<readonly Body[]> =>
  (await read(client, `/deleted${query}`)).deleted

const deletionOf = async (client: Client, id: string): Promise<Body> => {
  const found = (await list(client)).find((one) => one.id === id)
  assert.ok(found, `${id} is listed`)
  return found
}

const restore = async (client: Client, id: string): Promise<Body> =>
  bodyOf(await client.post(`/deleted/${(await deletionOf(client, id)).eventId}/restore`))

const without = ({ updatedAt: _, ...rest }: Body) => rest

onEachEngine((engine) => {
  const app = useApp(engine, { quota: { records: 200, bytes: 1024 ** 3 } })

  test('a project comes back with everything its deletion removed or cleared', async () => {
    const { owner, ownerId } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'Payments' })
    const project = await make(owner, '/projects', { name: 'Checkout', ownerTeamId: team.id, tags: ['pci'] })
    const appId = project.id
    const api = await make(owner, '/apis', { name: 'Orders', componentId: appId })
    const other = await make(owner, '/projects', { name: 'Cart' })
    const system = await make(owner, '/systems', { name: 'Shop', componentIds: [appId, other.id] })
    const ends = { fromKind: 'component', fromId: other.id, toKind: 'component', toId: appId }
    const edge = await make(owner, '/dependencies', ends)
    const issue = await make(owner, '/issues', { appId, title: 'Slow' })
    const slo = await make(owner, '/slos', {
      ...{ name: 'Answers', appId, type: 'availability', target: 99, window: 'rolling30d' },
      currentValue: 99.5,
    })
    const runbook = await make(owner, '/runbooks', {
      ...{ title: 'Restart', runbookType: 'ops', linkedAppIds: [other.id, appId] },
    })
    const link = await make(owner, '/links', {
      ...{ entityKind: 'component', entityId: appId, title: 'Dashboard', url: 'https://x.example' },
    })
    await caughtUp(app)
    const numbered = await read(owner, `/issues/${issue.id}`)
    const whole = await read(owner, `/projects/${appId}`)

    await remove(owner, `/projects/${appId}`)
    notFound(await owner.get(`/issues/${issue.id}`))
    const listed = await deletionOf(owner, appId)
    assert.partialDeepStrictEqual(listed, { kind: 'project', name: 'Checkout', obstacles: [] })
    assert.equal(listed.deletedBy.id, ownerId)
    const [along] = (await list(owner, '?kind=issue')) as [Body]
    assert.match(along.obstacles[0], /^appId names the project .* does not exist$/)

    const restored = await restore(owner, appId)
    assert.deepEqual(without(restored), without(whole))
    assert.deepEqual(await read(owner, `/projects/${appId}`), restored)
    assert.equal((await read(owner, `/apis/${api.id}`)).componentId, appId)
    assert.deepEqual((await read(owner, `/systems/${system.id}`)).componentIds, [appId, other.id])
    assert.deepEqual((await read(owner, `/runbooks/${runbook.id}`)).linkedAppIds, [other.id, appId])
    assert.deepEqual(without(await read(owner, `/issues/${issue.id}`)), without(numbered))
    const { status, currentValue, createdAt } = await read(owner, `/slos/${slo.id}`)
    assert.deepEqual(
      { status, currentValue, createdAt },
      { status: slo.status, currentValue: 99.5, createdAt: slo.createdAt },
    )
    assert.deepEqual(idsOf((await read(owner, `/dependencies?toId=${appId}`)).dependencies), [edge.id])
    assert.equal((await read(owner, `/links/${link.id}`)).entityId, appId)
    assert.deepEqual(await list(owner), [])

    const log = (await read(owner, `/audit-log?subjectId=${appId}&limit=1`)).auditLog
    assert.partialDeepStrictEqual(log[0], {
      type: 'project.restored',
      before: null,
      after: { name: 'Checkout' },
    })
    const { facets } = await read(owner, '/facets?kind=project')
    assert.ok(JSON.stringify(facets.ownerTeamId).includes(team.id), 'it is counted again')
    await caughtUp(app)
    const { results } = await read(owner, '/search?q=checkout&kind=project')
    assert.deepEqual(idsOf(results), [appId])
  })

  test('what is gone or was chosen anew meanwhile stays as it is', async () => {
    const { owner } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'A' })
    const next = await make(owner, '/teams', { name: 'B' })
    const one = await make(owner, '/projects', { name: 'one', ownerTeamId: team.id })
    const two = await make(owner, '/projects', { name: 'two', ownerTeamId: team.id })
    const three = await make(owner, '/projects', { name: 'three', ownerTeamId: team.id })
    await remove(owner, `/teams/${team.id}`)
    await change(owner, `/projects/${one.id}`, { ownerTeamId: next.id })
    await remove(owner, `/projects/${two.id}`)
    await restore(owner, team.id)
    assert.equal((await read(owner, `/projects/${one.id}`)).ownerTeamId, next.id)
    assert.equal((await read(owner, `/projects/${three.id}`)).ownerTeamId, team.id)

    // It was deleted without an owner, since the team was gone by then.
    assert.equal((await restore(owner, two.id)).ownerTeamId, null)

    // Its owner is gone: it comes back without one.
    await remove(owner, `/projects/${one.id}`)
    await remove(owner, `/teams/${next.id}`)
    assert.equal((await restore(owner, one.id)).ownerTeamId, null)
  })

  test('an edge whose other end is gone is left out, and comes back by itself later', async () => {
    const { owner } = await app.organisation()
    const [a, b] = [await make(owner, '/apis', { name: 'a' }), await make(owner, '/apis', { name: 'b' })]
    const edge = await make(owner, '/dependencies', {
      ...{ fromKind: 'api', fromId: a.id, toKind: 'api', toId: b.id },
    })
    await remove(owner, `/apis/${a.id}`)
    await remove(owner, `/apis/${b.id}`)
    await restore(owner, a.id)
    assert.deepEqual((await read(owner, '/dependencies')).dependencies, [])
    const { eventId, obstacles } = await deletionOf(owner, edge.id)
    assert.match(obstacles[0], /toId/)
    const refusal = refused(await owner.post(`/deleted/${eventId}/restore`), 409, 'not_restorable')
    assert.match(refusal.message, new RegExp(b.id))
    await restore(owner, b.id)
    assert.equal((await restore(owner, edge.id)).id, edge.id)
  })

  test('409 says what is in the way: a name that is taken, or that it is back', async () => {
    const { owner } = await app.organisation()
    const [a, b] = [await make(owner, '/apis', { name: 'a' }), await make(owner, '/apis', { name: 'b' })]
    const ends = { fromKind: 'api', fromId: a.id, toKind: 'api', toId: b.id }
    const edge = await make(owner, '/dependencies', ends)
    await remove(owner, `/dependencies/${edge.id}`)
    const { eventId } = await deletionOf(owner, edge.id)
    const again = await make(owner, '/dependencies', ends)
    const taken = refused(await owner.post(`/deleted/${eventId}/restore`), 409, 'not_restorable')
    assert.match(taken.message, new RegExp(`taken: ${again.id}`))
    assert.equal((await deletionOf(owner, edge.id)).obstacles.length, 1)
    await remove(owner, `/dependencies/${again.id}`)
    bodyOf(await owner.post(`/deleted/${eventId}/restore`))
    const twice = refused(await owner.post(`/deleted/${eventId}/restore`), 409, 'not_restorable')
    assert.match(twice.message, /is back already/)
    await remove(owner, `/dependencies/${edge.id}`)
    const superseded = refused(await owner.post(`/deleted/${eventId}/restore`), 409, 'not_restorable')
    assert.match(superseded.message, /deleted again: restore its latest deletion/)
    assert.equal((await list(owner, '?kind=dependency')).filter(({ id }) => id === edge.id).length, 1)
    notFound(await owner.post('/deleted/evt_nothing/restore'))
  })

  test('a repeated request with the same key restores once', async () => {
    const { owner } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'A' })
    await remove(owner, `/teams/${team.id}`)
    const address = `/deleted/${(await deletionOf(owner, team.id)).eventId}/restore`
    const headers = { 'idempotency-key': 'one' }
    const first = bodyOf(await owner.send('POST', address, undefined, headers))
    assert.deepEqual(bodyOf(await owner.send('POST', address, undefined, headers)), first)
  })

  test('runbooks come back unmarked, for those who may see them', async () => {
    const { owner, person } = await app.organisation()
    const admin = await person('admin')
    const body = { title: 'Keys', runbookType: 'ops', visibilityRoleMin: 'owner' }
    const hidden = await make(owner, '/runbooks', body)
    await remove(owner, `/runbooks/${hidden.id}`)
    assert.deepEqual(await list(admin), [])
    const { eventId } = await deletionOf(owner, hidden.id)
    notFound(await admin.post(`/deleted/${eventId}/restore`))
    assert.equal((await restore(owner, hidden.id)).isDeleted, undefined)
    assert.equal((await read(owner, `/runbooks/${hidden.id}`)).title, 'Keys')
    assert.deepEqual(idsOf((await read(owner, '/runbooks')).runbooks), [hidden.id])
  })

  test('a vault item does not come back without its value', async () => {
    const { owner } = await app.organisation()
    const body = { name: 'Key', type: 'text', keyword: 'key', value: 'sesame-open' }
    const { id } = await make(owner, '/secrets', body)
    await remove(owner, `/secrets/${id}`)
    assert.deepEqual(await list(owner), [])
    const [event] = (await read(owner, '/audit-log?type=secret.deleted')).auditLog
    const reply = refused(await owner.post(`/deleted/${event.id}/restore`), 409, 'not_restorable')
    assert.match(reply.message, /value was deleted with it/)
  })

  test('a used-up quota is said before anything comes back', async () => {
    const { owner } = await app.organisation()
    const project = await make(owner, '/projects', { name: 'full' })
    for (let n = 0; n < 3; n += 1) await make(owner, '/issues', { appId: project.id, title: `${n}` })
    await remove(owner, `/projects/${project.id}`)
    for (let n = 0; n < 198; n += 1) await make(owner, '/domains', { name: `d${n}` })
    const { eventId } = await deletionOf(owner, project.id)
    const reply = refused(await owner.post(`/deleted/${eventId}/restore`), 409, 'not_restorable')
    assert.match(reply.message, /at most 200|200 records/)
    notFound(await owner.get(`/projects/${project.id}`))
  })

  test('pages pass over what is back, and each mode has its own', async () => {
    const { owner, person } = await app.organisation()
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id } = await make(owner, '/teams', { name: `t${n}` })
      await remove(owner, `/teams/${id}`)
      ids.unshift(id)
    }
    await restore(owner, String(ids[1]))
    const first = await read(owner, '/deleted?limit=2')
    assert.deepEqual(idsOf(first.deleted), [ids[0], ids[2]])
    const rest = await read(owner, `/deleted?limit=5&cursor=${first.nextCursor}`)
    assert.deepEqual([idsOf(rest.deleted), rest.nextCursor], [ids.slice(3), null])
    assert.deepEqual(await list(await person('owner', { mode: 'test' })), [])
  })
})
