import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connectToPlugin } from '../testing/plugin-process-connection.ts'
import { fixture, hostCertificate, runPlugin, startPlugin } from '../testing/plugin-process.ts'
import { createCertificate } from './certificate.ts'

test('the first line has the six fields that a host reads, and nothing is printed before it', async () => {
  await using plugin = await startPlugin(fixture)
  const [, socket = '', certificate = ''] =
    /^1\|6\|unix\|([^|]+)\|grpc\|([A-Za-z0-9+/]+)$/.exec(plugin.line) ?? []
  assert.ok(statSync(socket).isSocket())
  assert.equal(new X509Certificate(Buffer.from(certificate, 'base64')).subjectAltName, 'DNS:localhost')
  assert.deepEqual(await echo(plugin), 'hello')
})

test('only its owner may enter the folder of the socket', async () => {
  await using plugin = await startPlugin(fixture)
  assert.equal(statSync(dirname(plugin.address.text)).mode & 0o777, 0o700)
})

test('the socket fits where the temporary folder has a long name', async (t) => {
  const long = join(scratch(t), 'a'.repeat(90))
  await using plugin = await startPlugin(fixture, { TMPDIR: long })
  assert.ok(Buffer.byteLength(plugin.address.text) < 104)
  assert.equal(await echo(plugin), 'hello')
})

test('a seventh field is there for those who ask', async () => {
  await using plugin = await startPlugin(fixture, { PLUGIN_MULTIPLEX_GRPC: 'true' })
  assert.match(plugin.line, /^1\|6\|unix\|[^|]+\|grpc\|[^|]+\|false$/)
})

test('without a certificate of the host there is no encryption and an empty sixth field', async () => {
  await using plugin = await startPlugin(fixture, { PLUGIN_CLIENT_CERT: undefined })
  assert.match(plugin.line, /^1\|6\|unix\|[^|]+\|grpc\|$/)
  assert.equal(await echo(plugin), 'hello')
})

test('TCP stays on this machine and within the ports of the host', async () => {
  const env = { NETWORK: 'tcp', PLUGIN_MIN_PORT: '21000', PLUGIN_MAX_PORT: '21001' }
  await using first = await startPlugin(fixture, env)
  await using second = await startPlugin(fixture, env)
  const places = [first, second].map(({ line }) => /^1\|6\|tcp\|(127\.0\.0\.1:\d+)\|grpc\|/.exec(line)?.[1])
  assert.deepEqual(places.sort(), ['127.0.0.1:21000', '127.0.0.1:21001'])
  assert.equal(await echo(second), 'hello')

  const { code, out, err } = await runPlugin(fixture, env)
  assert.deepEqual({ code, out }, { code: 2, out: '' })
  assert.match(err, /^panic: Error: All ports from 21000 to 21001 are taken\./)
})

test('a host that names a folder and a group finds the socket there', async (t) => {
  const directory = scratch(t)
  const group = process.getgid?.() ?? 0
  await using plugin = await startPlugin(fixture, {
    PLUGIN_UNIX_SOCKET_DIR: directory,
    PLUGIN_UNIX_SOCKET_GROUP: String(group),
  })
  const { text: socket } = plugin.address
  assert.equal(dirname(socket), directory)
  assert.equal(statSync(socket).mode & 0o777, 0o660)
  assert.equal(statSync(socket).gid, group)
  await plugin.shutdown()
  assert.deepEqual(readdirSync(directory), [])
})

test('a group goes by its name too, and one that is not there is named', async () => {
  const { err } = await runPlugin(fixture, { PLUGIN_UNIX_SOCKET_GROUP: 'no such group' })
  assert.match(err, /^panic: Error: There is no group "no such group" to own the socket\./)
  await using plugin = await startPlugin(fixture, { PLUGIN_UNIX_SOCKET_GROUP: 'root' })
  assert.equal(statSync(plugin.address.text).gid, 0)
})

test('a host of other versions is told ours, to report it', async () => {
  await using plugin = await startPlugin(fixture, { PLUGIN_PROTOCOL_VERSIONS: '4,5' })
  assert.match(plugin.line, /^1\|6\|/)
})

for (const [name, cookie] of [
  ['no', undefined],
  ['another', 'biscuit'],
] as const) {
  test(`a person, who has ${name} cookie, is told what this is`, async () => {
    const { code, out, err } = await runPlugin(fixture, { TF_PLUGIN_MAGIC_COOKIE: cookie })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^This is terraform-provider-fixture, a plugin that OpenTofu and Terraform start/)
    assert.match(err, / source = "acme\/fixture"\n/)
    assert.match(err, /--debug/)
  })
}

for (const [name, certificate] of [
  ['without a certificate', undefined],
  ['with the certificate of somebody else', createCertificate('P-521')],
] as const) {
  test(`a caller ${name} is refused, and the host is still served`, async () => {
    await using plugin = await startPlugin(fixture)
    await assert.rejects(async () => {
      const stranger = await connectToPlugin(plugin.address, certificate)
      await stranger.call('/test.Plugin/Echo')
    })
    assert.equal(await echo(plugin), 'hello')
  })
}

test('a caller takes no other plugin for this one', async () => {
  await using plugin = await startPlugin(fixture)
  const certificate = createCertificate().der.toString('base64')
  await assert.rejects(connectToPlugin({ ...plugin.address, certificate }, hostCertificate))
})

async function echo(plugin: Awaited<ReturnType<typeof startPlugin>>): Promise<string> {
  return Buffer.from(await plugin.call('/test.Plugin/Echo', Buffer.from('hello'))).toString()
}

function scratch(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'plugin-test-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
