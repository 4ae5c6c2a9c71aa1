import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, limits } from '@svc/model'
import { newId } from '../../services/ids.ts'
import { draftOf } from '../../services/records/draft.ts'
import { isLongRun, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, change, read, remove } from './checks.ts'
import { type MappedCompany, mappedCompany } from './mapped-company.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  /** Members without tokens, written at once. */
  const addMembers = ({ inHome }: MappedCompany, count: number): Promise<readonly string[]> =>
    inHome(async (home) => {
      const users = Array.from({ length: count }, (_, n) => {
        const id = newId('usr')
        return draftOf(kinds.user, { email: `${id}-${n}@example.com`, role: 'member' }, { id, at: home.at })
          .next
      })
      await home.insertAll(kinds.user, users)
      return users.map(({ id }) => String(id))
    })

  test('a group is known by its id or its name, and a new name counts from when it is said', async () => {
    const acme = await mappedCompany(app)
    const [byId, byName] = [await acme.team('By id'), await acme.team('By name')]
    await acme.map({ group: 'g-1', teamId: byId })
    await acme.map({ group: 'Payments', teamId: byName })
    const [ada, bob] = [(await acme.user('member')).id, (await acme.user('member')).id]
    const sorted = async (team: string) => (await acme.membersOf(team)).toSorted()
    await acme.syncGroup({ id: 'g-1', name: 'Old name' }, [ada, bob])
    assert.deepEqual(await sorted(byId), [ada, bob].toSorted())
    assert.deepEqual(await sorted(byName), [])
    await acme.syncGroup({ id: 'g-1', name: 'Payments', formerName: 'Old name' }, [], [bob])
    assert.deepEqual([await acme.membersOf(byId), await acme.membersOf(byName)], [[ada], [ada]])
    await acme.syncGroup({ id: 'g-1', name: 'payments', formerName: 'Payments' }, [bob])
    assert.deepEqual(await sorted(byId), [ada, bob].toSorted())
    assert.deepEqual(await sorted(byName), [])
  })

  test('what one source does not say is no news about another', async () => {
    const acme = await mappedCompany(app)
    const team = await acme.team('Both')
    const provider = bodyOf(
      await acme.owner.post('/identity-providers', { name: 'Login', protocol: 'oidc' }),
      201,
    )
    await acme.map({ group: 'g', teamId: team })
    await acme.map({ source: 'idp', identityProviderId: provider.id, group: 'h', teamId: team })
    const { id: ada } = await acme.user('member')
    await acme.sync(ada, ['g', 'h'])
    await remove(acme.owner, `/identity-providers/${provider.id}`)
    assert.deepEqual(await acme.membersOf(team), [ada])
    await acme.sync(ada, undefined)
    assert.deepEqual(await acme.membersOf(team), [ada])
    await acme.sync(ada, ['h'])
    assert.deepEqual(await acme.membersOf(team), [])
  })

  test('whoever an old copy of a team leaves out is back with the next sync', async () => {
    const acme = await mappedCompany(app)
    const [ada, bob] = [(await acme.user('member')).id, (await acme.user('member')).id]
    const team = await acme.team('Team', [bob])
    await acme.map({ group: 'g', teamId: team })
    await acme.sync(ada, ['g'])
    await change(acme.owner, `/teams/${team}`, { memberUids: [bob] })
    await acme.sync(ada, ['g'])
    assert.deepEqual(await acme.membersOf(team), [bob, ada])
  })

  test('syncs of many members at the same time lose nobody, whatever else writes to the team', async () => {
    const acme = await mappedCompany(app)
    const team = await acme.team('Team')
    await acme.map({ group: 'g', teamId: team, role: 'admin' })
    const people = await addMembers(acme, 40)
    await Promise.all([
      ...people.map((userId) => acme.sync(userId, ['g'])),
      ...people.map((_, n) => change(acme.owner, `/teams/${team}`, { description: `At the same time ${n}` })),
    ])
    assert.deepEqual([...(await acme.membersOf(team))].toSorted(), [...people].toSorted())
    const { users } = await read(acme.owner, '/users')
    const admins = users.filter(({ role }: { role: string }) => role === 'admin')
    assert.equal(admins.length, 40)
    await Promise.all(people.map((userId) => acme.sync(userId, [])))
    assert.deepEqual(await acme.membersOf(team), [])
  })

  test('nobody joins a team that is full, and whoever is in it stays', async () => {
    const acme = await mappedCompany(app)
    const team = await acme.team('Team')
    await acme.map({ group: 'g', teamId: team })
    const people = await addMembers(acme, limits.items + 1)
    await acme.syncAll(people.map((userId) => ({ userId, groups: ['g'] })))
    assert.equal((await acme.membersOf(team)).length, limits.items)
    const preview = bodyOf(
      await acme.owner.post('/group-mappings/preview', { source: 'scim', group: 'g', teamId: team }),
    )
    assert.deepEqual(
      [preview.members, preview.joins.length, preview.heldBack.length],
      [limits.items + 1, 0, 1],
    )
    const [first = ''] = await acme.membersOf(team)
    await acme.sync(first, [])
    await acme.sync(people.at(-1) ?? '', ['g'])
    assert.equal((await acme.membersOf(team)).length, limits.items)
  })

  test('groups that cannot be stored or named are passed over', async () => {
    const acme = await mappedCompany(app)
    const { id: ada } = await acme.user('member')
    const team = await acme.team('Team')
    await acme.map({ group: 'g', teamId: team })
    await acme.sync(ada, ['\0', 'x'.repeat(501), '\ud800', '', 'g', 'g'])
    await acme.sync(ada, ['\0', 'x'.repeat(501), '\ud800', '', 'g', 'g'])
    assert.deepEqual(await acme.membersOf(team), [ada])
  })

  const size = isLongRun ? 500 : 50
  test(`${size * 10} members of ${size} groups of 200 are synced at once, and again without a write`, async () => {
    const acme = await mappedCompany(app)
    const people = await addMembers(acme, size * 10)
    const teams = await acme.inHome((home) =>
      home.within({ partitionId: acme.live, actor: home.actor }, async (live) => {
        const made = Array.from(
          { length: size },
          (_, n) => draftOf(kinds.team, { name: `Team ${n}` }, { id: newId('team'), at: live.at }).next,
        )
        await live.insertAll(kinds.team, made)
        return made.map(({ id }) => String(id))
      }),
    )
    await acme.inHome((home) =>
      home.insertAll(
        kinds.groupMapping,
        teams.map(
          (teamId, n) =>
            draftOf(
              kinds.groupMapping,
              { source: 'scim', group: `g${n}`, teamId, role: n === 0 ? 'admin' : null },
              { id: newId('gmap'), at: home.at },
            ).next,
        ),
      ),
    )
    // Each in 20 groups, and 200 in each group.
    const stride = Math.floor(size / 20)
    const all = people.map((userId, n) => ({
      userId,
      groups: Array.from({ length: 20 }, (_, g) => `g${(n + stride * g) % size}`),
    }))
    const startedAt = performance.now()
    await acme.syncAll(all)
    const took = performance.now() - startedAt
    if (isLongRun) assert.ok(took < 60_000, `${took} ms`)
    for (const team of [teams[0], teams.at(-1)]) assert.equal((await acme.membersOf(team ?? '')).length, 200)
    const { auditLog } = await read(acme.owner, '/audit-log?type=team.updated&limit=200')
    const revision = () => app.store.revisions.current(acme.live)
    const before = await revision()
    await acme.syncAll(all)
    assert.deepEqual((await revision()).kinds, before.kinds)
    assert.ok(auditLog.length > 0)
    // A group at a time, as directories say it.
    const some = (await acme.membersOf(teams[7] ?? '')).slice(0, 100)
    await acme.syncGroup({ id: 'g7', name: 'The g7' }, [], some)
    assert.equal((await acme.membersOf(teams[7] ?? '')).length, 100)
  })
})
