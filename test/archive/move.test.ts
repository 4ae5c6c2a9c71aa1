import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { createVault, openMasterKeys, partitionIdOf } from '@svc/server'
import {
  caughtUp,
  clientOf,
  clockBetweenJobs,
  eventually,
  isLongRun,
  newOrganisation,
  onEachEngine,
  revealForAnyUse,
} from '@svc/server/testing'
import { newSide } from '../../packages/server/src/testing/sides.ts'
import { withSnapshot } from '../invariants/snapshot.ts'
import { readState } from '../invariants/state.ts'
import { violationsIn } from '../invariants/whole.ts'
import { archiveIn, atTheEnd, newFolder, otherEngine, restedStore, serve, svc } from './moved-store.ts'
import { everythingOf } from './same-answers.ts'

onEachEngine((engine) => {
  test(`an organisation moves to ${otherEngine(engine)} and back, and nobody can tell`, async (t) => {
    const later = atTheEnd(t)
    const folder = await newFolder(later)
    const masterKey = { file: join(folder, 'master.key'), mayMakeFile: true }
    const now = clockBetweenJobs()
    const serving = { masterKey, now }
    const here = await restedStore(later, engine, serving)
    const there = await restedStore(later, otherEngine(engine), serving)
    const back = await restedStore(later, engine, serving)

    const first = await serve(here, serving)
    later(first.close)
    const made = await newOrganisation(first.store, first.url)
    const app = {
      ...first,
      location: here,
      client: () => clientOf(first.url),
      organisation: async () => made,
    }
    const sides = [
      await newSide(app, 'live', made, 'live'),
      await newSide(app, 'test', made, 'test'),
    ] as const
    const [{ client }] = sides
    const secret = { name: 'Kept', type: 'text', keyword: 'kept', value: 'open sesame' }
    assert.equal((await client.post('/secrets', secret)).status, 201)
    // To make it large; once is enough.
    const large = engine === 'sqlite' || isLongRun ? [await newOrganisation(first.store, first.url)] : []
    for (const { id } of large) await svc(here, ['demo', '--org', id])
    await caughtUp(app)

    for (const { id } of [made, ...large]) {
      const [one, two, three] = [join(folder, id), join(folder, `${id}-2`), join(folder, `${id}-3`)] as const
      await svc(here, ['export', '--format', 'json', one, '--org', id])
      await svc(there, ['import', 'archive', one])
      await svc(there, ['export', '--format', 'json', two, '--org', id])
      if (id === made.id) {
        await svc(back, ['import', 'archive', two])
        await svc(back, ['export', '--format', 'json', three, '--org', id])
      }
      const archive = await archiveIn(one)
      for (const other of id === made.id ? [two, three] : [two]) {
        const copy = await archiveIn(other)
        assert.deepEqual([...copy.keys()], [...archive.keys()])
        for (const [name, text] of archive) assert.ok(copy.get(name) === text, `${name} in ${other}`)
      }
    }

    // Derived data is as before, and so is everything else that must be consistent.
    const [left, arrived] = [await withSnapshot(here, readState), await withSnapshot(there, readState)]
    const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    assert.ok(left.elements.length > 10)
    assert.deepEqual(inOrder(arrived.elements), inOrder(left.elements))
    assert.deepEqual(violationsIn(arrived), violationsIn(left))

    const second = await serve(there, serving)
    later(second.close)
    for (const [token, side] of [
      [client.token, sides[0]],
      [sides[1].client.token, sides[1]],
      ...large.map(({ ownerToken }) => [ownerToken, undefined] as const),
    ] as const) {
      const before = await everythingOf(clientOf(first.url, token), side)
      const after = await everythingOf(clientOf(second.url, token), side)
      assert.deepEqual([...after.keys()], [...before.keys()])
      // Where each of them is reached is no part of the organisation.
      for (const [path, text] of before)
        assert.equal(after.get(path)?.replaceAll(portOf(second.url), portOf(first.url)), text, path)
    }

    const vault = createVault(second.store, openMasterKeys(masterKey))
    const value = await revealForAnyUse({
      store: second.store,
      vault,
      partitionId: partitionIdOf(made.id, 'live'),
      keyword: 'kept',
    })
    assert.equal(Buffer.from(value ?? []).toString(), secret.value)

    // Work continues there: the log without gaps, the next number, grades.
    const moved = clientOf(second.url, client.token)
    const appId = sides[0].made.get(kinds.project)?.id
    const numbers = (await moved.get('/issues')).body.issues.map(
      (issue: { sequenceNumber: number }) => issue.sequenceNumber,
    )
    const { lastSeq } = (await moved.get('/events?limit=1000')).body
    const { body: issue } = await moved.post('/issues', { appId, title: 'After the move' })
    const numbered = await eventually(
      () => moved.get(`/issues/${issue.id}`),
      ({ body }) => body.sequenceNumber !== null,
    )
    assert.equal(numbered.body.sequenceNumber, Math.max(...numbers) + 1)
    const { events } = (await moved.get(`/events?after=${lastSeq}`)).body
    assert.deepEqual(
      events.map(({ seq, type }: { seq: number; type: string }) => [seq - lastSeq, type]),
      [
        [1, 'issue.created'],
        [2, 'issue.numbered'],
      ],
    )
  })
})

const portOf = (url: string): string => `localhost:${new URL(url).port}`
