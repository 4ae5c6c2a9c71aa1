import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { partitionIdOf } from '@svc/server'
import { createFixtures, executeIn, onEachEngine, useApp } from '@svc/server/testing'
import { examine } from './testing/examine.ts'
import { runSvc } from './testing/run-svc.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a break-glass member who is needed is deactivated or demoted only with --force', async () => {
    const organisation = await app.organisation()
    const second = await organisation.user('admin')
    await createFixtures({ app, organisation }).put(kinds.identityProvider, {
      lastSignInAt: new Date().toISOString(),
    })
    const required = await organisation.owner.patch('/sso/settings', {
      breakGlassUids: [organisation.ownerId, second.id],
      enforcementMode: 'required_all',
    })
    assert.equal(required.status, 200, required.text)
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const user = (...args: readonly string[]) =>
      runSvc(['user', ...args, '--email', second.email, '--org', organisation.id, ...place])

    for (const args of [['deactivate'], ['set-role', '--role', 'viewer']]) {
      const { code, out, err } = await user(...args)
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, /^The user \S+ is still needed: .*; add others there first, .*--force .*\.\n$/)
    }
    const forced = async () =>
      (await organisation.owner.get('/audit-log?type=user.change_forced')).body.auditLog
    assert.deepEqual(await forced(), [])
    assert.equal((await user('deactivate', '--force')).out, `${second.email} is deactivated now.\n`)
    const [entry, ...others] = await forced()
    assert.deepEqual([entry.subject.id, entry.actor.type, others], [second.id, 'system', []])
    assert.match(entry.after.reason, /is still needed: enforcementMode required_all requires/)
    // Recovering needs only access to the machine.
    for (const args of [
      ['activate'],
      ['set-role', '--role', 'owner'],
      ['link'],
      ['set-role', '--role', 'admin'],
    ])
      assert.equal((await user(...args)).code, 0, args.join(' '))
    assert.equal((await user('activate', '--force')).code, 2)
  })

  test('the doctor says where sign-in through a provider is required, and who could not get in or too easily', async () => {
    const organisation = await app.organisation()
    const second = await organisation.user('admin')
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const said = async () =>
      (await examine([...place, '--port', '0']))
        .of('required sign-in')
        .filter((one) => one.includes(organisation.id))
        .map((one) => one.replace(`! Test (${organisation.id}) requires it`, '!'))
    const { put } = createFixtures({ app, organisation })
    await put(kinds.identityProvider, { lastSignInAt: new Date().toISOString() })
    assert.deepEqual(await said(), [])
    const breakGlassUids = [organisation.ownerId, second.id]
    const required = { breakGlassUids, enforcementMode: 'required_all', allowPasswordFallback: false }
    assert.equal((await organisation.owner.patch('/sso/settings', required)).status, 200)
    assert.deepEqual(await said(), [
      '!. 2 of the admins and owners with break-glass access have no second factor: a password alone opens their accounts.',
    ])
    // As it was where it has been required since before anybody could sign in that way.
    const home = partitionIdOf(organisation.id, 'home')
    await executeIn(
      app.store,
      'update identity_providers set last_sign_in_at = null where partition_id = ?',
      [home],
    )
    await executeIn(app.store, `update sso_settings set break_glass_uids = '[]' where partition_id = ?`, [
      home,
    ])
    assert.deepEqual(await said(), [
      '!, and nobody has signed in through a provider yet: only people with break-glass access get in',
      '!. Fewer than 2 active admins or owners have break-glass access.',
    ])
  })
})
