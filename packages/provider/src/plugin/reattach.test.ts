import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { connectToPlugin } from '../testing/plugin-process-connection.ts'
import { fixture, spawnPlugin } from '../testing/plugin-process.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a plugin to attach to says how, outlives its hosts and ends on ${signal}`, async (t) => {
    const TMPDIR = mkdtempSync(join(tmpdir(), "plugin-test's-"))
    t.after(() => rmSync(TMPDIR, { recursive: true }))
    const { child, output, ended } = spawnPlugin([...fixture, '--debug'], {
      TF_PLUGIN_MAGIC_COOKIE: undefined,
      TMPDIR,
    })
    t.after(() => child.kill('SIGKILL'))
    while (!output.out.includes('\n\n  TF_'))
      await new Promise((resolve) => child.stdout.once('data', resolve))
    const { found, text } = settingsIn(output.out)
    const attached = {
      Protocol: 'grpc',
      ProtocolVersion: 6,
      Pid: child.pid,
      Test: true,
      Addr: { Network: 'unix', String: text },
    }
    assert.deepEqual(found, {
      'registry.opentofu.org/acme/fixture': attached,
      'registry.terraform.io/acme/fixture': attached,
    })
    for (const host of ['first', 'second']) {
      const connection = await connectToPlugin({ network: 'unix', text, certificate: '' })
      const request = Buffer.from(host)
      assert.deepEqual(await connection.call('/test.Plugin/Echo', request), request)
      await connection.call('/plugin.GRPCController/Shutdown')
      connection.close()
    }
    child.kill(signal)
    assert.equal((await ended).code, 0)
    assert.equal(existsSync(dirname(text)), false)
  })
}

/** Read by a shell, for which the line is meant. */
function settingsIn(out: string) {
  const [line = ''] = /TF_REATTACH_PROVIDERS=.*/.exec(out) ?? []
  const json = execFileSync('sh', ['-c', `${line}; printf %s "$TF_REATTACH_PROVIDERS"`], { encoding: 'utf8' })
  const found = JSON.parse(json)
  return { found, text: found['registry.opentofu.org/acme/fixture'].Addr.String as string }
}
