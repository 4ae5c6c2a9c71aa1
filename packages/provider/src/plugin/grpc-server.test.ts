import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants } from 'node:http2'
import { after, before, test } from 'node:test'
import { isLongRun } from '@svc/server/testing/long-run'
import { fixture, loggedBy, type PluginProcess, startPlugin } from '../testing/plugin-process.ts'

/** One for all: what is asked of it must leave no trace for those who ask next. */
let plugin: PluginProcess
before(async () => {
  plugin = await startPlugin(fixture)
})
after(() => plugin[Symbol.asyncDispose]())

test('calls that run at the same time get their own answers', async () => {
  const requests = Array.from({ length: 500 }, (_, index) => Buffer.from(`call ${index}`))
  const answers = await Promise.all(requests.map((request) => plugin.call('/test.Plugin/Echo', request)))
  assert.deepEqual(
    answers.map((answer) => Buffer.from(answer)),
    requests,
  )
})

for (const size of [0, 1, 16_379, 16_384, 6_000_000, ...(isLongRun ? [100_000_000] : [])]) {
  test(`a message of ${size} bytes comes and goes`, async () => {
    const request = Buffer.alloc(size, 'some text')
    const answer = await plugin.call('/test.Plugin/Echo', request)
    assert.ok(request.equals(answer))
  })
}

test('large messages do not stand in the way of each other', async () => {
  const request = Buffer.alloc(6_000_000, 'some text')
  const callAgain = async () => {
    for (let call = 0; call < 3; call++) {
      assert.ok(request.equals(await plugin.call('/test.Plugin/Echo', request)))
    }
  }
  await Promise.all(Array.from({ length: 10 }, callAgain))
})

test('a message of more than 256 MiB is refused', async () => {
  const request = Buffer.alloc(256 * 1024 * 1024 + 1)
  await assert.rejects(plugin.call('/test.Plugin/Size', request), {
    name: 'RpcError',
    code: 8,
    message: 'The message is too large.',
  })
})

test('a message of 256 MiB is taken', async () => {
  const answer = await plugin.call('/test.Plugin/Size', Buffer.alloc(256 * 1024 * 1024))
  assert.equal(Buffer.from(answer).toString(), '268435456')
})

for (const path of ['/test.Plugin/Missing', '/', '/__proto__', '/grpc.reflection.v1.ServerReflection/X']) {
  test(`there is no method ${path}`, async () => {
    await assert.rejects(plugin.call(path), {
      name: 'RpcError',
      code: 12,
      message: `There is no method ${path}.`,
    })
  })
}

test('an error that a method throws is an internal one, in its own words, and is logged', async () => {
  await using plugin = await startPlugin(fixture, { TF_LOG: 'error' })
  await assert.rejects(plugin.call('/test.Plugin/Fail'), {
    name: 'RpcError',
    code: 13,
    message: '100 % wrong, ä',
  })
  const logged = JSON.parse(loggedBy(await plugin.shutdown()).join('\n'))
  assert.equal(logged['@message'], '/test.Plugin/Fail failed.')
  assert.match(logged.error, /^Error: 100 % wrong, ä\n +at /)
})

for (const [name, body, code] of [
  ['compressed', Buffer.of(1, 0, 0, 0, 1, 7), 12],
  ['cut short', Buffer.of(0, 0, 0, 0, 2, 7), 13],
  ['followed by another', Buffer.of(0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0), 13],
  ['not there', Buffer.of(), 13],
] as const) {
  test(`a message that is ${name} is refused with ${code}`, async () => {
    const stream = plugin.hold('/test.Plugin/Echo')
    stream.end(body)
    const [headers] = await once(stream, 'response')
    assert.equal(headers['grpc-status'], String(code))
  })
}

test('a call that its caller gives up does no harm', async () => {
  const given = plugin.hold('/test.Plugin/Never')
  given.end(Buffer.alloc(5))
  const cut = plugin.hold('/test.Plugin/Echo')
  cut.write(Buffer.alloc(3))
  await plugin.call('/test.Plugin/Echo')
  for (const stream of [given, cut]) {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    await new Promise((resolve) => stream.once('close', resolve))
  }
  assert.deepEqual(await plugin.call('/test.Plugin/Echo', Buffer.from('a')), Buffer.from('a'))
})

test('health is good, and the streams of the host stay open and silent', async () => {
  assert.deepEqual(await plugin.call('/grpc.health.v1.Health/Check'), Buffer.of(0x08, 1))
  for (const path of ['/plugin.GRPCStdio/StreamStdio', '/plugin.GRPCBroker/StartStream']) {
    const stream = plugin.hold(path)
    stream.on('data', () => assert.fail())
    const [headers] = await once(stream, 'response')
    assert.equal(headers[':status'], 200)
    assert.equal(headers['content-type'], 'application/grpc')
    assert.equal(headers['grpc-status'], undefined)
    stream.end()
    await plugin.call('/test.Plugin/Echo')
    assert.equal(stream.closed, false)
  }
})
