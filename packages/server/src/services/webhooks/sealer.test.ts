import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, openTestStore, type TestStore } from '../../testing/engines.ts'
import { openMasterKeys } from '../vault/master-keys.ts'
import { createSealer } from './sealer.ts'

const [older, newer] = ['11'.repeat(32), '22'.repeat(32)]

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened.remove())

  const sealerOf = (text?: string) => {
    const { seal, ...sealer } = createSealer(openMasterKeys(text === undefined ? {} : { text }))
    return {
      ...sealer,
      seal: (secret: string, belongsTo: string) => seal(opened.store, secret, belongsTo),
    }
  }

  test('a sealed text opens where it belongs and nowhere else', async () => {
    const sealer = sealerOf(older)
    const sealed = await sealer.seal('whsec_abc', 'a/webhook/1')
    assert.ok(!sealed.includes('abc'))
    assert.notEqual(sealed, await sealer.seal('whsec_abc', 'a/webhook/1'))
    assert.equal(sealer.open(sealed, 'a/webhook/1'), 'whsec_abc')
    assert.throws(() => sealer.open(sealed, 'a/webhook/2'))
    assert.throws(() => sealer.open(`${sealed.slice(0, -2)}AA`, 'a/webhook/1'))
  })

  test('a new master key alone opens nothing, and reseals while the old one is present', async () => {
    const sealed = await sealerOf(older).seal('whsec_abc', 'here')
    assert.throws(() => sealerOf(newer).open(sealed, 'here'), { name: 'MasterKeyError' })
    const both = sealerOf(`${newer},${older}`)
    const again = both.resealed(sealed, 'here')
    assert.ok(again)
    assert.equal(sealerOf(newer).open(again, 'here'), 'whsec_abc')
    assert.equal(both.resealed(again, 'here'), undefined)
    assert.equal(sealerOf(newer).resealed(sealed, 'here'), undefined)
  })

  test('without a master key nothing is sealed, and the answer says what to set', async () => {
    await assert.rejects(sealerOf().seal('x', 'y'), {
      name: 'CatalogError',
      status: 503,
      message: /SVC_MASTER_KEY/,
    })
  })
})
