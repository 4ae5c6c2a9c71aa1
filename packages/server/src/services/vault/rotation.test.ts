import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { partitionsOf } from '../../store/partition-id.ts'
import { countByKey } from '../../store/queries/secret-values.ts'
import { onEachEngine, revealForAnyUse, type TestOrganisation, useApp } from '../../testing/index.ts'
import { newKeyText } from './master-key.ts'
import { openMasterKeys } from './master-keys.ts'
import { rotateMasterKey } from './rotation.ts'
import { createVault } from './vault.ts'

onEachEngine((engine) => {
  const app = useApp(engine)
  const keyFile = () => join(app.location.dataDir, 'master.key')
  /** Like another process: it shares only the file. */
  const rotate = () => rotateMasterKey(app.store, openMasterKeys({ file: keyFile() }))
  const keys = async () => (await readFile(keyFile(), 'utf8')).match(/^[^#\n].+$/gm) ?? []

  const put = async ({ owner }: TestOrganisation, n: number): Promise<void> => {
    const body = { name: 'x', type: 'text', keyword: `k${n}`, value: `value ${n}` }
    const { status, text } = await owner.post('/secrets', body)
    assert.equal(status, 201, text)
  }

  const readable = async ({ id }: TestOrganisation, count: number): Promise<void> => {
    const vault = createVault(app.store, openMasterKeys({ file: keyFile() }))
    for (let n = 0; n < count; n += 1) {
      const value = await revealForAnyUse({
        store: app.store,
        vault,
        partitionId: partitionsOf(id).partitions.live,
        keyword: `k${n}`,
      })
      assert.equal(value && Buffer.from(value).toString(), `value ${n}`)
    }
  }

  test('whatever is written meanwhile, everything ends up under the new key', async () => {
    const organisations = [await app.organisation(), await app.organisation()]
    for (const one of organisations) await put(one, 0)
    for (let round = 0; round < 3; round += 1) {
      const late = await app.organisation()
      const writing = [1, 2, 3, 4, 5].flatMap((n) => [
        ...organisations.map((one) => put(one, round * 5 + n)),
        put(late, n - 1),
      ])
      const { keyId, isNew } = await rotate()
      await Promise.all(writing)
      assert.equal(isNew, true)
      assert.deepEqual([...(await app.store.run(countByKey)).keys()], [keyId])
      for (const one of organisations) await readable(one, round * 5 + 6)
      await readable(late, 5)
    }
  })

  test('concurrent rotations lose no key', async () => {
    const organisation = await app.organisation()
    for (let n = 0; n < 5; n += 1) await put(organisation, n)
    const before = await keys()
    const rotations = await Promise.all([rotate(), rotate(), rotate()])
    const made = rotations.filter(({ isNew }) => isNew).length
    const after = await keys()
    assert.equal(after.length, before.length + made)
    assert.deepEqual(after.slice(made), before)
    await readable(organisation, 5)
  })

  test('values under a missing key stay, are counted, and do not stop the rotation', async () => {
    const organisation = await app.organisation()
    await put(organisation, 0)
    const file = await readFile(keyFile(), 'utf8')
    await rotate()
    const isolated = openMasterKeys({ text: newKeyText() })
    const counts = await app.store.run(countByKey)
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const blind = await rotateMasterKey(app.store, isolated)
    assert.deepEqual([blind.rewrapped, blind.unreadable], [0, total])
    await readable(organisation, 1)
    // A file restored from before the last rotation lacks the key that everything is under.
    const whole = await readFile(keyFile(), 'utf8')
    await writeFile(keyFile(), file)
    await assert.rejects(readable(organisation, 1), /which is missing/)
    await writeFile(keyFile(), whole)
    await readable(organisation, 1)
  })
})
