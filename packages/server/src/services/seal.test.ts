import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { partitionIdOf } from '../store/partition-id.ts'
import { derivedKey, seal, unseal } from './seal.ts'
import { openAnswer, sealAnswer } from './records/sealed-answer.ts'
import { openValue } from './vault/envelope.ts'
import { readMasterKey } from './vault/master-key.ts'
import { openMasterKeys } from './vault/master-keys.ts'
import { createSealer } from './webhooks/sealer.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const plain = Buffer.from('open sesame')

test('sealed data opens only with its key and in its context', () => {
  const sealed = seal(key, plain, 'here')
  assert.deepEqual(unseal(key, sealed, 'here'), plain)
  assert.ok(!sealed.includes(plain))
  assert.throws(() => unseal(key, sealed, 'there'))
  assert.throws(() => unseal(createSecretKey(Buffer.alloc(32, 8)), sealed, 'here'))
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => unseal(key, changed, 'here'), `byte ${at}`)
  }
})

test('truncated data does not open', () => {
  const sealed = seal(key, Buffer.alloc(0), '')
  for (let length = 0; length < sealed.length; length += 1)
    assert.throws(() => unseal(key, sealed.subarray(0, length), ''), `${length} bytes`)
})

test('sealing the same twice never gives the same result', () => {
  const sealed = Array.from({ length: 100 }, () => seal(key, plain, 'here').subarray(0, 12).toString('hex'))
  assert.equal(new Set(sealed).size, 100)
})

test('a derived key depends on the secret, the purpose and the salt', () => {
  const keys = [
    derivedKey('secret', 'a'),
    derivedKey('secret', 'b'),
    derivedKey('other', 'a'),
    derivedKey('secret', 'a', Buffer.from('salt')),
  ]
  assert.equal(new Set(keys.map((one) => one.export().toString('hex'))).size, keys.length)
})

/** Sealed by svc before all three shared one implementation: it must always open. */
const masterKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

test('a vault value sealed by an earlier svc opens', () => {
  const value = openValue(readMasterKey(masterKey, 'this test'), {
    partitionId: partitionIdOf('org_1', 'live'),
    secretId: 'sec_1',
    keyId: 'd6e36de83508cc35',
    wrappedKey: 'yRRtuwTWl46EG+yRLa4HR1luPjGi+NcuVy4JWgJps5ypPWAI+XaNJkeX+OwpuTurcVAH/UwOUQW8/332',
    sealedValue: 'Kv64bsD6cfPsWzrEZBPLcdTYOaEXWaTrgZuZA86eM9xuzcoZC7/x',
  })
  assert.equal(value.toString(), 'open sesame')
})

test('a webhook secret sealed by an earlier svc opens', () => {
  const sealed = 'd6e36de83508cc35.sT_kR785iiumCQuGRJsjbXl7evLgc6Yw60ohyaQ8PXRRVy8SbTyyVzzZrXE'
  const { open } = createSealer(openMasterKeys({ text: masterKey }))
  assert.equal(open(sealed, 'org_1.live whk_1'), 'whsec_opensesame')
})

test('an answer sealed for its caller by an earlier svc opens', () => {
  const sealed =
    'mwxsuR7WEK5q500DIlJv8SGek2+1ljuCbqQvDRmvmYaw9xRNosz42BD8KBEP1Zb/Q1qMurFzcnzJzYWazFO+wbmhh0VJuz2c1uGWDHlnPpHqu7+76MoyNiyf'
  const bearer = `svc_pat_live_${'0'.repeat(48)}`
  assert.deepEqual(JSON.parse(openAnswer(sealed, bearer)), { status: 201, body: { secret: 'open sesame' } })
  assert.throws(() => openAnswer(sealed, `svc_pat_live_${'1'.repeat(48)}`))
  assert.equal(openAnswer(sealAnswer('again', bearer), bearer), 'again')
})
