import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, change, read, remove } from './checks.ts'
import { type MappedCompany, mappedCompany } from './mapped-company.ts'

const groups = ['a', 'b', 'c']

const mapping = fc.record({
  group: fc.constantFrom(...groups),
  team: fc.constantFrom(null, 0, 1),
  role: fc.constantFrom(null, 'viewer', 'member', 'admin'),
})

const step = fc.record({
  /** Which groups each member is in from now on. */
  members: fc.array(fc.subarray(groups), { minLength: 4, maxLength: 4 }),
  mapping: mapping.filter(({ team, role }) => team !== null || role !== null),
  isReplacing: fc.boolean(),
  breakGlass: fc.boolean(),
})

interface Outcome {
  readonly roles: Readonly<Record<string, string>>
  readonly teams: readonly (readonly string[])[]
}

onEachEngine((engine) => {
  const app = useApp(engine)

  const outcome = async (acme: MappedCompany, teams: readonly string[]): Promise<Outcome> => {
    const { users } = await read(acme.owner, '/users')
    return {
      roles: Object.fromEntries(users.map(({ id, role }: { id: string; role: string }) => [id, role])),
      teams: await Promise.all(teams.map(acme.membersOf)),
    }
  }

  test('a preview says what then happens, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        const acme = await mappedCompany(app)
        const { owner, ownerId } = acme
        const [ada, bob, eve] = await Promise.all(
          (['viewer', 'member', 'admin'] as const).map((role) => acme.user(role)),
        )
        const people = [ada?.id ?? '', bob?.id ?? '', eve?.id ?? '', ownerId]
        const teams = [await acme.team('A', people.slice(0, 1)), await acme.team('B')]
        let known: string | undefined
        for (const { members, mapping, isReplacing, breakGlass } of steps) {
          await change(owner, '/sso/settings', { breakGlassUids: breakGlass ? people.slice(2) : [] })
          await acme.syncAll(people.map((userId, n) => ({ userId, groups: members[n] ?? [] })))
          const { group, team, role } = mapping
          const body = { group, role, teamId: team === null ? null : teams[team] }
          const replaces = isReplacing ? known : undefined
          const before = await outcome(acme, teams)
          const preview = bodyOf(
            await owner.post('/group-mappings/preview', {
              ...{ source: 'scim', ...body },
              ...(replaces !== undefined && { replaces }),
            }),
          )
          assert.deepEqual(await outcome(acme, teams), before)
          if (replaces === undefined) known = (await acme.map(body)).id
          else await change(owner, `/group-mappings/${replaces}`, body)
          const after = await outcome(acme, teams)
          const changed = people.flatMap((uid) => {
            const [from, to] = [before.roles[uid], after.roles[uid]]
            return from === to ? [] : [{ uid, from, to }]
          })
          const told = preview.roles.map(({ email, ...rest }: { email: string }) => rest)
          assert.deepEqual(byUid(told), byUid(changed))
          for (const [n, teamId] of teams.entries()) {
            const [was = [], is = []] = [before.teams[n], after.teams[n]]
            const named = (list: readonly { uid: string; teamId: string }[]) =>
              list
                .filter((one) => one.teamId === teamId)
                .map(({ uid }) => uid)
                .toSorted()
            assert.deepEqual(named(preview.joins), is.filter((uid) => !was.includes(uid)).toSorted())
            assert.deepEqual(named(preview.leaves), was.filter((uid) => !is.includes(uid)).toSorted())
          }
        }
        const { groupMappings } = await read(owner, '/group-mappings')
        for (const { id } of groupMappings) await remove(owner, `/group-mappings/${id}`)
        assert.deepEqual(await acme.membersOf(teams[0] ?? ''), people.slice(0, 1), 'what was there by hand')
        assert.deepEqual(await acme.membersOf(teams[1] ?? ''), [])
      }),
      { numRuns: 8 },
    )
  })

  test('a preview refuses what creating refuses', async () => {
    const acme = await mappedCompany(app)
    for (const body of [
      { source: 'scim', group: 'g' },
      { source: 'idp', group: 'g', role: 'member' },
      { source: 'scim', group: 'g', role: 'owner' },
      { source: 'scim', group: 'g', teamId: 'team_of_nobody' },
      { source: 'scim', group: ' ', role: 'member' },
    ])
      for (const path of ['/group-mappings', '/group-mappings/preview'])
        assert.equal((await acme.owner.post(path, body)).status, 400, path)
    const replaces = 'gmap_of_nobody'
    const reply = await acme.owner.post('/group-mappings/preview', {
      source: 'scim',
      group: 'g',
      role: 'member',
      replaces,
    })
    assert.equal(reply.status, 404)
    const member = await acme.person('member')
    const asMember = await member.post('/group-mappings/preview', {
      source: 'scim',
      group: 'g',
      role: 'member',
    })
    assert.equal(asMember.status, 403)
  })
})

const byUid = <T extends { readonly uid: string }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
