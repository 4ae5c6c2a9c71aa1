import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { kinds, type VaultUseType } from '@svc/model'
import { type MasterKeySource, openMasterKeys } from '../../services/vault/master-keys.ts'
import { createVault } from '../../services/vault/vault.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { onEachEngine, revealForAnyUse, type TestApp, useApp } from '../../testing/index.ts'
import { rowsIn, withTables } from '../../testing/tables.ts'
import {
  bodyOf,
  change,
  make,
  notFound,
  partitionOf,
  read,
  refused,
  refusedField,
  remove,
  timestamp,
} from './checks.ts'

const keyFileOf = (app: TestApp): string => join(app.location.dataDir, 'master.key')

const reveal = (
  app: TestApp,
  partitionId: PartitionId,
  keyword: string,
  { keys = { file: keyFileOf(app) }, type }: { keys?: MasterKeySource; type?: VaultUseType } = {},
) => {
  const vault = createVault(app.store, openMasterKeys(keys))
  return revealForAnyUse({ store: app.store, vault, partitionId, keyword, ...(type && { type }) })
}

const text = (value: Uint8Array | null): string | null => value && Buffer.from(value).toString()

onEachEngine((engine) => {
  describe('vault', () => {
    const app = useApp(engine)

    test('a value goes in, the server can use it, and only its metadata comes out', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const fields = { name: 'Stripe', type: 'text', keyword: 'stripe', category: 'payments', appId }
      const created = await owner.post('/secrets', { ...fields, value: 'opensesame-0123' })
      const { id, createdAt, updatedAt, ...secret } = bodyOf(created, 201)
      assert.equal(created.headers.get('location'), `/v1/secrets/${id}`)
      assert.match(createdAt, timestamp)
      assert.equal(updatedAt, createdAt)
      assert.deepEqual(secret, {
        ...fields,
        ...{ uses: [], deploymentOnly: false, maskedPreview: 'open…', fileName: null, fileSize: null },
      })
      assert.deepEqual(await read(owner, `/secrets/${id}`), created.body)
      assert.equal(text(await reveal(app, partitionOf(organisation), 'stripe')), 'opensesame-0123')
    })

    test('there is a preview for text of more than 12 characters, not UTF-16 units', async () => {
      const { owner } = await app.organisation()
      const preview = async (value: string, type = 'text') =>
        (await make(owner, '/secrets', { name: 'x', type, value })).maskedPreview
      assert.equal(await preview('123456789012'), null)
      assert.equal(await preview('1234567890123'), '1234…')
      assert.equal(await preview('𝄞'.repeat(12)), null)
      assert.equal(await preview('𝄞'.repeat(13)), '𝄞𝄞𝄞𝄞…')
    })

    test('files and keystores are bytes in Base64, with their size', async () => {
      const organisation = await app.organisation()
      const bytes = randomBytes(1_000)
      const body = { name: 'x', type: 'keystore', keyword: 'ks', fileName: 'a.jks' }
      const made = await make(organisation.owner, '/secrets', {
        ...body,
        valueBase64: bytes.toString('base64'),
      })
      assert.deepEqual([made.fileSize, made.fileName, made.maskedPreview], [1_000, 'a.jks', null])
      const revealed = await reveal(app, partitionOf(organisation), 'ks')
      assert.deepEqual(Buffer.from(revealed ?? []), bytes)
    })

    test('a wrong value is refused, and not repeated', async () => {
      const { owner } = await app.organisation()
      const post = (more: object) => owner.post('/secrets', { name: 'x', type: 'text', ...more })
      const file = { type: 'file' }
      refusedField(await post({}), 'value')
      refusedField(await post({ value: '' }), 'value')
      refusedField(await post({ value: 7 }), 'value')
      refusedField(await post({ valueBase64: 'aGFsbG8=' }), 'value')
      refusedField(await post({ ...file }), 'valueBase64')
      refusedField(await post({ ...file, value: 'x', valueBase64: 'eA==' }), 'valueBase64')
      refusedField(await post({ ...file, value: 'a'.repeat(256 * 1024 + 1) }), 'value')
      refusedField(await post({ value: 'é'.repeat(128 * 1024 + 1) }), 'value')
      refusedField(await post({ ...file, valueBase64: 'A'.repeat(349_532) }), 'valueBase64')
      const empty = await post({ ...file, valueBase64: '' })
      assert.deepEqual(empty.body.details, [{ path: 'valueBase64', message: 'must not be empty' }])
      for (const valueBase64 of ['a b', 'canary!!', 'abcde', '-_-_']) {
        const reply = await post({ ...file, valueBase64 })
        refusedField(reply, 'valueBase64')
        assert.ok(!reply.text.includes(valueBase64), reply.text)
      }
      bodyOf(await post({ value: 'a'.repeat(256 * 1024) }), 201)
      bodyOf(await post({ ...file, valueBase64: Buffer.alloc(256 * 1024).toString('base64') }), 201)
    })

    test('a new value replaces the old one, and is validated the same way', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const made = await make(owner, '/secrets', { name: 'x', type: 'text', keyword: 'k', value: 'old one' })
      const path = `/secrets/${made.id}/value`
      const reply = await owner.send('PUT', path, { value: 'a much longer one' })
      const replaced = bodyOf(reply)
      assert.equal(replaced.maskedPreview, 'a mu…')
      assert.ok(replaced.updatedAt >= made.updatedAt)
      assert.equal(text(await reveal(app, partitionOf(organisation), 'k')), 'a much longer one')
      refusedField(await owner.send('PUT', path, {}), 'value')
      refusedField(await owner.send('PUT', path, { value: 'x', name: 'y' }), 'name')
      refused(
        await owner.send('PUT', path, { value: 'x' }, { 'if-match': '"1"' }),
        412,
        'precondition_failed',
      )
      notFound(await owner.send('PUT', '/secrets/sec_none/value', { value: 'x' }))
      const etag = String(reply.headers.get('etag'))
      bodyOf(await owner.send('PUT', path, { value: 'x' }, { 'if-match': etag }))
      const { auditLog } = await read(owner, `/audit-log?subjectId=${made.id}`)
      assert.deepEqual(
        auditLog.map(({ type }: { type: string }) => type),
        [
          ...['secret.value_changed', 'secret.updated', 'secret.used'],
          ...['secret.value_changed', 'secret.updated', 'secret.created'],
        ],
      )
    })

    test('metadata changes without the value; the type does not change', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id } = await make(owner, '/secrets', { name: 'x', type: 'text', keyword: 'a', value: 'v' })
      await change(owner, `/secrets/${id}`, { keyword: 'b', name: 'y', deploymentOnly: false })
      refusedField(await owner.patch(`/secrets/${id}`, { type: 'file' }), 'type')
      refusedField(await owner.patch(`/secrets/${id}`, { value: 'w' }), 'value')
      assert.equal(await reveal(app, partitionOf(organisation), 'a'), null)
      assert.equal(text(await reveal(app, partitionOf(organisation), 'b')), 'v')
    })

    test('a keyword is unique within a mode', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const tester = await organisation.person('owner', { mode: 'test' })
      const item = { name: 'x', type: 'text', keyword: 'only-one', value: 'live' }
      await make(owner, '/secrets', item)
      refused(await owner.post('/secrets', item), 409, 'duplicate')
      const other = await make(owner, '/secrets', { ...item, keyword: 'another' })
      refused(await owner.patch(`/secrets/${other.id}`, { keyword: 'only-one' }), 409, 'duplicate')
      for (const keyword of ['Upper', '1st', 'with space', '', 'ümlaut'])
        refusedField(await owner.post('/secrets', { ...item, keyword }), 'keyword')
      await make(owner, '/secrets', { ...item, keyword: null })
      await make(owner, '/secrets', { ...item, keyword: null })
      await make(tester, '/secrets', { ...item, value: 'test' })
      assert.equal(text(await reveal(app, partitionOf(organisation), 'only-one')), 'live')
      assert.equal(text(await reveal(app, partitionOf(organisation, 'test'), 'only-one')), 'test')
      const outsider = await app.organisation()
      assert.equal(await reveal(app, partitionOf(outsider), 'only-one'), null)
    })

    test('an item for deployments only is revealed for nothing else', async () => {
      const organisation = await app.organisation()
      const item = { name: 'x', type: 'text', keyword: 'signing', deploymentOnly: true, value: 'v' }
      await make(organisation.owner, '/secrets', item)
      const partitionId = partitionOf(organisation)
      assert.equal(await reveal(app, partitionId, 'signing'), null)
      assert.equal(text(await reveal(app, partitionId, 'signing', { type: 'deployment' })), 'v')
    })

    test('deleting an item deletes its value; deleting a project only unlinks it', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const item = { name: 'x', type: 'text', keyword: 'k', value: 'v', appId }
      const { id } = await make(owner, '/secrets', item)
      const values = () => rowsIn(app.store, 'select * from secret_values where secret_id = ?', [id])
      await remove(owner, `/projects/${appId}`)
      assert.equal((await read(owner, `/secrets/${id}`)).appId, null)
      assert.equal((await values()).length, 1)
      await remove(owner, `/secrets/${id}`)
      assert.deepEqual(await values(), [])
      assert.equal(await reveal(app, partitionOf(organisation), 'k'), null)
    })

    test('only its owner can read the key file', async () => {
      const { owner } = await app.organisation()
      await make(owner, '/secrets', { name: 'x', type: 'text', value: 'v' })
      assert.equal((await stat(keyFileOf(app))).mode & 0o777, 0o600)
    })

    test('a ciphertext can be decrypted only in its own row', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const ids: string[] = []
      for (const keyword of ['one', 'two'])
        ids.push((await make(owner, '/secrets', { name: 'x', type: 'text', keyword, value: keyword })).id)
      const partitionId = partitionOf(organisation)
      const swap = (columns: string) =>
        withTables(app.store, async (tx) => {
          const [from] = await tx.all('select * from secret_values where secret_id = ?', [ids[0] ?? ''])
          for (const column of columns.split(' ')) {
            await tx.run(`update secret_values set ${column} = ? where partition_id = ? and secret_id = ?`, [
              String(from?.[column]),
              partitionId,
              ids[1] ?? '',
            ])
          }
        })
      for (const columns of ['sealed_value', 'wrapped_key', 'sealed_value wrapped_key']) {
        await swap(columns)
        await assert.rejects(reveal(app, partitionId, 'two'), /cannot be decrypted/)
      }
      assert.equal(text(await reveal(app, partitionId, 'one')), 'one')
    })

    test('the same value is never encrypted to the same text', async () => {
      const { owner } = await app.organisation()
      const body = { name: 'x', type: 'text', value: 'same' }
      const ids = [(await make(owner, '/secrets', body)).id, (await make(owner, '/secrets', body)).id]
      const rows = await rowsIn(
        app.store,
        'select wrapped_key, sealed_value from secret_values where secret_id in (?, ?)',
        ids,
      )
      const texts = rows.flatMap((row) => Object.values(row))
      assert.equal(new Set(texts).size, 4)
    })

    test('an idempotency key returns the first answer again, and its row reveals nothing about the value', async () => {
      const { owner } = await app.organisation()
      const body = { name: 'x', type: 'text', value: 'short' }
      const key = { 'idempotency-key': 'vault-once' }
      const first = await owner.post('/secrets', body, key)
      assert.equal((await owner.post('/secrets', body, key)).text, first.text)
      refused(await owner.post('/secrets', { ...body, value: 'other' }, key), 422, 'idempotency_conflict')
      const [row] = await rowsIn(
        app.store,
        `select fingerprint from idempotency_keys where key = 'vault-once'`,
      )
      const guess = hash('sha256', JSON.stringify(['POST', '/v1/secrets', body]))
      assert.notEqual(row?.fingerprint, guess, 'it cannot be used to guess values')
    })

    test('only admins with personal tokens can set values', async () => {
      const organisation = await app.organisation()
      const { id } = await make(organisation.owner, '/secrets', { name: 'x', type: 'text', value: 'v' })
      for (const client of [await organisation.person('member'), await organisation.key()]) {
        const body = { name: 'x', type: 'text', value: 'v' }
        refused(await client.post('/secrets', body), 403, 'forbidden')
        refused(await client.send('PUT', `/secrets/${id}/value`, { value: 'v' }), 403, 'forbidden')
        refused(await client.patch(`/secrets/${id}`, {}), 403, 'forbidden')
        refused(await client.delete(`/secrets/${id}`), 403, 'forbidden')
      }
    })
  })

  describe('without a master key', () => {
    const app = useApp(engine, { masterKey: {}, log: () => {} })

    test('a value is refused with a reason, and nothing of it is stored', async () => {
      const { owner } = await app.organisation()
      const { message } = refused(
        await owner.post('/secrets', { name: 'x', type: 'text', value: 'v' }),
        503,
        'unavailable',
      )
      assert.match(message, /SVC_MASTER_KEY/)
      assert.deepEqual((await read(owner, '/secrets')).secrets, [])
      assert.deepEqual((await read(owner, `/audit-log?subjectKind=${kinds.secret.name}`)).auditLog, [])
    })
  })

  describe('with a given key', () => {
    const given = randomBytes(32)
    const app = useApp(engine, { masterKey: { text: given.toString('hex') } })

    test('it is accepted in hexadecimal or Base64, several separated by commas', async () => {
      const organisation = await app.organisation()
      await make(organisation.owner, '/secrets', { name: 'x', type: 'text', keyword: 'k', value: 'v' })
      const revealed = (keys: string) => reveal(app, partitionOf(organisation), 'k', { keys: { text: keys } })
      const other = randomBytes(32).toString('base64')
      assert.equal(text(await revealed(given.toString('base64'))), 'v')
      assert.equal(text(await revealed(given.toString('base64url'))), 'v')
      assert.equal(text(await revealed(`${other}, ${given.toString('hex').toUpperCase()}`)), 'v')
      await assert.rejects(revealed(other), /encrypted with the master key [0-9a-f]{16}, which is missing/)
      const key = given.toString('base64')
      for (const wrong of ['', 'x', key.slice(1), `${key}A`, `${key},`, given.toString('hex').slice(2)])
        await assert.rejects(
          async () => revealed(wrong),
          /^MasterKeyError: SVC_MASTER_KEY must be 32 random bytes/,
        )
    })
  })
})
