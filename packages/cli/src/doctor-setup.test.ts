import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { test } from 'node:test'
import { createOrganisation } from '@svc/server'
import { onEachEngine, openTestStore, executeIn } from '@svc/server/testing'
import { examine } from './testing/examine.ts'
import { runSvc, scratchDir } from './testing/run-svc.ts'

test('the doctor reports limits that are off and tokens that are missing or too short', async (t) => {
  const dir = await scratchDir(t)
  await runSvc(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com', '--data-dir', dir])
  await chmod(dir, 0o700)
  const args = ['--data-dir', dir, '--port', '0']
  const defaults = await examine(args)
  assert.equal(defaults.code, 0)
  assert.deepEqual(defaults.of('rate limit'), ['✓ 2000 requests in 10 s per person or key'])
  assert.match(defaults.of('metrics token').join(), /^! not set/)

  const open = await examine([...args, '--rate-limit', 'off'], { SVC_METRICS_TOKEN: 'a'.repeat(16) })
  assert.equal(open.code, 0, 'what the operator has chosen is not an error')
  assert.ok(open.ok)
  assert.match(open.of('rate limit').join(), /^! off: one caller can use up the whole server/)
  assert.match(open.of('metrics token').join(), /^✓ set/)

  const wrong = await examine(args, {
    SVC_RATE_LIMIT: 'none',
    SVC_METRICS_TOKEN: 'short',
    SVC_BOOTSTRAP_TOKEN: 'x',
  })
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.of('rate limit').join(),
    /^✗ --rate-limit \(SVC_RATE_LIMIT\) must be of the form 2000\/10s/,
  )
  assert.match(wrong.of('metrics token').join(), /^✗ SVC_METRICS_TOKEN must have 16 to 200 characters/)
  assert.match(wrong.of('first token').join(), /^✗ SVC_BOOTSTRAP_TOKEN must be svc_pat_live_/)
  for (const { ok, isNote, mend } of [...defaults.checks, ...open.checks, ...wrong.checks])
    assert.equal(mend !== undefined, !ok || isNote === true, 'each note says what to do')

  const { out } = await runSvc(['doctor', ...args, '--rate-limit', 'off'])
  assert.match(out, /^! rate limit: off: .*\n {4}\S/m)
  assert.match(out, /\nEverything is in order\. 2 notes, marked with !\.\n$/)
})

onEachEngine((engine) => {
  test('the doctor reports whose first token is still valid, and until when', async (t) => {
    const { store, location, remove } = await openTestStore(engine)
    t.after(remove)
    const args = location.databaseUrl
      ? ['--database-url', location.databaseUrl]
      : ['--data-dir', location.dataDir]
    const ask = async (env = {}) =>
      (await examine([...args, '--port', '0'], env)).of('first token').join('\n')
    assert.equal(await ask(), '✓ no longer valid')

    const newOrganisation = (name: string, token?: string) =>
      createOrganisation(store, {
        name,
        ownerEmail: 'ada@example.com',
        token,
        isTokenProvisional: token === undefined,
      })
    const printed = await newOrganisation('Printed')
    assert.match(
      await ask(),
      new RegExp(
        `^! the one that the first start printed, of ada@example\\.com in Printed \\(${printed?.organisationId}\\), is valid until 20\\S+Z$`,
      ),
    )
    await executeIn(store, 'update tokens set expires_at = ?', ['2026-01-01'])
    assert.equal(await ask(), '✓ no longer valid')

    const SVC_BOOTSTRAP_TOKEN = `svc_pat_live_${randomBytes(24).toString('hex')}`
    assert.match(await ask({ SVC_BOOTSTRAP_TOKEN }), /^! SVC_BOOTSTRAP_TOKEN is set but has no effect/)
    await newOrganisation('Chosen', SVC_BOOTSTRAP_TOKEN)
    assert.match(
      await ask({ SVC_BOOTSTRAP_TOKEN }),
      /^! SVC_BOOTSTRAP_TOKEN, of ada@example\.com in Chosen \(org_\S+\), is valid without expiry/,
    )
  })
})
