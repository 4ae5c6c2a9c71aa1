import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, useApp } from '@svc/server/testing'
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
    assert.equal((await user('deactivate', '--force')).out, `${second.email} is deactivated now.\n`)
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
})
