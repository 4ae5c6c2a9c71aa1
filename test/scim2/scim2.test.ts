import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { onEachEngine, useApp } from '@svc/server/testing'
import { findScim2 } from './find-scim2.ts'

const run = promisify(execFile)
const scim2 = findScim2()

onEachEngine((engine) => {
  const app = useApp(engine)

  test('scim2-tester finds no error', {
    skip: 'unavailable' in scim2 ? scim2.unavailable : false,
  }, async () => {
    assert.ok('command' in scim2)
    const { owner } = await app.organisation()
    const { token } = (await owner.post('/scim-tokens', { name: 'scim2' })).body
    const { stdout } = await run(scim2.command, ['--url', `${app.url}/scim/v2`, 'test', '-v'], {
      env: { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${token}`, NO_COLOR: '1' },
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`scim2 failed:\n${error.stdout}\n${error.stderr}`)
    })
    const results = stdout
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^(SUCCESS|ERROR|CRITICAL|COMPLIANT|NON_COMPLIANT) /.test(line))
    assert.deepEqual(
      results.filter((line) => !line.startsWith('SUCCESS')),
      [],
      stdout,
    )
    assert.ok(results.length > 40, stdout)
  })
})
