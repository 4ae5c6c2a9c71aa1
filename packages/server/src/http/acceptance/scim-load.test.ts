import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { newId } from '../../services/ids.ts'
import { system } from '../../services/jobs/follower.ts'
import { draftOf } from '../../services/records/draft.ts'
import { partitionsOf } from '../../store/partition-id.ts'
import { putScimPerson, type ScimPersonRow } from '../../store/queries/scim-people.ts'
import { isLongRun, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { bodyOf, read } from './checks.ts'
import { directoryOf, idOf } from './scim-directory.ts'

/** A whole company at once, as after the first connection; every day a smaller one. */
const size = isLongRun
  ? { people: 5_000, groups: 500, members: 200 }
  : { people: 100, groups: 10, members: 40 }
const withinMs = 60_000
const largestGroup = isLongRun ? 50_000 : 1_100
const atOnce = 8

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a whole directory is taken over in under a minute, and the same again writes nothing', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation)
    const people = Array.from({ length: size.people }, (_, n) => ({
      userName: `p${n}@load.example`,
      externalId: `e${n}`,
      name: { givenName: 'P', familyName: `${n}` },
      emails: [{ value: `p${n}@load.example`, type: 'work', primary: true }],
      active: true,
    }))
    const startedAt = performance.now()
    const ids = await inTurns(people, async (person) => idOf(await directory.post('/Users', person)))
    const groups = Array.from({ length: size.groups }, (_, n) => ({
      displayName: `Group ${n}`,
      members: Array.from({ length: size.members }, (_one, m) => ({
        value: String(ids[(n * 7 + m) % ids.length]),
      })),
    }))
    const groupIds = await inTurns(groups, async ({ displayName, members }) => {
      const id = idOf(await directory.post('/Groups', { displayName }))
      for (let from = 0; from < members.length; from += 100) {
        const value = members.slice(from, from + 100)
        bodyOf(await directory.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value }]), 204)
      }
      return id
    })
    const tookMs = performance.now() - startedAt
    if (isLongRun) assert.ok(tookMs < withinMs, `it took ${Math.round(tookMs)} ms`)
    const { people: count, groups: groupCount } = await read(organisation.owner, '/scim/status')
    assert.deepEqual([count, groupCount], [size.people, size.groups])

    const { home } = partitionsOf(organisation.id)
    const written = async () => [
      await rowsIn(
        app.store,
        `select id, revision, last_seq from partitions where organisation_id = '${organisation.id}'`,
      ),
      // What the directory is told as meta is kept beside the records.
      await rowsIn(
        app.store,
        `select user_id, updated_at from scim_people where partition_id = '${home}' order by user_id`,
      ),
      await rowsIn(
        app.store,
        `select id, version, updated_at from scim_groups where partition_id = '${home}' order by id`,
      ),
    ]
    const before = await written()
    await inTurns([...people.entries()], async ([n, person]) =>
      bodyOf(await directory.put(`/Users/${ids[n]}`, person)),
    )
    await inTurns([...groups.entries()], async ([n, group]) =>
      bodyOf(await directory.put(`/Groups/${groupIds[n]}`, group)),
    )
    assert.deepEqual(await written(), before)
  })

  test('C9: the largest group that there may be is made, read, changed and found unchanged', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation)
    const { home } = partitionsOf(organisation.id)
    const ids = await app.store.write(
      { partitionId: home, actor: system, now: () => new Date() },
      async (change) => {
        const users = Array.from({ length: largestGroup }, (_, n) => {
          const id = newId('usr')
          const input = { email: `${n}@${organisation.id}.example`, role: 'member' }
          return draftOf(kinds.user, input, { id, at: change.at }).next
        })
        await change.insertAll(kinds.user, users)
        for (const { id, email } of users)
          await change.run(putScimPerson, home, personRow(String(id), String(email), change.at))
        return users.map(({ id }) => String(id))
      },
    )
    const group = { displayName: 'Everybody', members: ids.map((value) => ({ value })) }
    const id = idOf(await directory.post('/Groups', group))
    const membersOf = async () => bodyOf(await directory.get(`/Groups/${id}`)).members.length
    assert.equal(await membersOf(), ids.length)
    const { etag } = Object.fromEntries((await directory.put(`/Groups/${id}`, group)).headers)
    assert.equal((await directory.get(`/Groups/${id}`)).headers.get('etag'), etag)
    const [one] = ids
    bodyOf(
      await directory.patch(`/Groups/${id}`, [{ op: 'remove', path: `members[value eq "${one}"]` }]),
      204,
    )
    assert.equal(await membersOf(), ids.length - 1)
    // As many operations as there may be, each of which finds its member at once.
    const operations = ids.slice(0, 500).flatMap((value) => [
      { op: 'remove', path: `members[value eq "${value}"]` },
      { op: 'add', path: 'members', value: [{ value }] },
    ])
    bodyOf(await directory.patch(`/Groups/${id}`, operations), 204)
    assert.equal(await membersOf(), ids.length)
    // What looks at everybody does so only so often.
    const looking = { op: 'remove', path: 'members[not (value sw "usr_")]' }
    bodyOf(await directory.patch(`/Groups/${id}`, [looking]), 204)
    const refused = await directory.patch(`/Groups/${id}`, [operations[0], ...Array(999).fill(looking)])
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'tooMany'])
    assert.equal(await membersOf(), ids.length)
    assert.equal((await directory.delete(`/Groups/${id}`)).status, 204)
  })
})

const personRow = (userId: string, userName: string, at: string): ScimPersonRow => ({
  person: { userId, attributes: { userName }, createdAt: at, updatedAt: at, goneAt: null },
  keys: { userName, externalId: null, displayName: null, givenName: null, familyName: null },
  emails: [],
  emailsBefore: [],
})

/** A few at a time, as directories do. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  const left = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of left) results[index] = await work(item)
    }),
  )
  return results
}
