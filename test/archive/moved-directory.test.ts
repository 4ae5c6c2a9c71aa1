import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { partitionsOf } from '../../packages/server/src/store/partition-id.ts'
import { clientOf, clockBetweenJobs, newOrganisation, onEachEngine } from '@svc/server/testing'
import { rowsIn } from '../../packages/server/src/testing/tables.ts'
import { bodyOf, make, read, remove } from '../../packages/server/src/http/acceptance/checks.ts'
import { newPerson, scimClient } from '../../packages/server/src/http/acceptance/scim-directory.ts'
import { atTheEnd, newFolder, otherEngine, restedStore, serve, svc } from './moved-store.ts'

onEachEngine((engine) => {
  test('a directory and what its groups give go on where they were', async (t) => {
    const later = atTheEnd(t)
    const folder = await newFolder(later)
    const serving = {
      masterKey: { file: join(folder, 'master.key'), mayMakeFile: true },
      now: clockBetweenJobs(),
    }
    const here = await restedStore(later, engine, serving)
    const there = await restedStore(later, otherEngine(engine), serving)
    const first = await serve(here, serving)
    later(first.close)
    const organisation = await newOrganisation(first.store, first.url)
    const { owner } = organisation

    const { token } = await make(owner, '/scim-tokens', { name: 'Directory' })
    const before = scimClient(first.url, token)
    const sent = [newPerson({ externalId: 'e-1' }), newPerson(), newPerson()]
    const ids: string[] = []
    for (const person of sent) ids.push(bodyOf(await before.post('/Users', person), 201).id)
    const [ada = '', bob = '', eve = ''] = ids
    await before.delete(`/Users/${eve}`)
    const group = bodyOf(
      await before.post('/Groups', { displayName: 'Admins', members: [{ value: ada }, { value: bob }] }),
      201,
    ).id
    // Bob was in the team before his group said so.
    const team = (await make(owner, '/teams', { name: 'Core', memberUids: [bob] })).id
    const mapping = await make(owner, '/group-mappings', {
      ...{ source: 'scim', group: 'Admins', teamId: team, role: 'admin' },
    })

    const archive = join(folder, 'archive')
    await svc(here, ['export', '--format', 'json', archive, '--org', organisation.id])
    await svc(there, ['import', 'archive', archive])
    const second = await serve(there, serving)
    later(second.close)
    const moved = clientOf(second.url, owner.token)
    const after = scimClient(second.url, token)
    const withoutPort = (text: string) => text.replaceAll(/localhost:\d+/g, 'localhost')
    for (const path of [`/Users/${ada}`, `/Groups/${group}`, '/Users', '/Groups'])
      assert.equal(
        withoutPort((await after.get(path)).text),
        withoutPort((await before.get(path)).text),
        path,
      )
    assert.equal((await after.get('/Users?filter=externalId eq "e-1"')).body.totalResults, 1)
    assert.equal(
      (await after.get(`/Users?filter=emails.value eq "${sent[0]?.userName}"`)).body.totalResults,
      1,
    )
    const counts = async () => {
      const { people, activePeople, groups } = await read(moved, '/scim/status')
      return [people, activePeople, groups]
    }
    assert.deepEqual(await counts(), [2, 2, 1])
    const state = async () => [
      (await read(moved, `/teams/${team}`)).memberUids.toSorted(),
      (await read(moved, `/users/${ada}`)).role,
      (await read(moved, `/users/${bob}`)).role,
    ]
    assert.deepEqual(await state(), [[ada, bob].toSorted(), 'admin', 'admin'])

    // The same again is no news.
    const { home } = partitionsOf(organisation.id)
    const written = () =>
      rowsIn(second.store, `select revision, last_seq from partitions where id = '${home}'`)
    const untouched = await written()
    bodyOf(await after.put(`/Users/${ada}`, sent[0]))
    const members = [{ value: ada }, { value: bob }]
    bodyOf(await after.put(`/Groups/${group}`, { displayName: 'Admins', members }))
    assert.deepEqual(await written(), untouched)

    // What was given there is taken back here, and nothing else.
    await after.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${ada}"]` }])
    assert.deepEqual(await state(), [[bob], 'member', 'admin'])
    await remove(moved, `/group-mappings/${mapping.id}`)
    assert.deepEqual(await state(), [[bob], 'member', 'member'])
    // Whoever the directory had deleted is recognised.
    assert.equal(bodyOf(await after.post('/Users', sent[2]), 201).id, eve)
    assert.deepEqual(await counts(), [3, 3, 1])
  })
})
