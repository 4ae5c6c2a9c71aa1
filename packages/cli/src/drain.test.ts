import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`
const body = '{"name":"Payments"}'

describe('shutting down a server', { concurrency: true }, () => {
  test('SIGTERM lets a running request finish, and then ends the process', async (t) => {
    const { server, socket } = await serveWithHalfRequest(t)
    const stopped = server.stop('SIGTERM')
    await sleep(300)
    socket.write(body.slice(5))
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 201 /)
    assert.deepEqual(await stopped, {
      code: 0,
      signal: null,
      out: `svc is listening on ${server.url}\n`,
      err: '',
    })
  })

  test('a second signal does not wait', async (t) => {
    const { server } = await serveWithHalfRequest(t)
    server.child.kill('SIGINT')
    await sleep(300)
    assert.equal(server.child.exitCode, null)
    assert.equal((await server.stop('SIGTERM')).code, 143)
  })

  test('what does not finish within 10 seconds is cut off and reported, and is not a failure', async (t) => {
    const { server } = await serveWithHalfRequest(t)
    const startedAt = performance.now()
    const { code, err } = await server.stop('SIGTERM')
    assert.ok(performance.now() - startedAt < 60_000)
    assert.equal(code, 0)
    assert.equal(err, '1 request did not finish within 10 s and was cut off.\n')
  })
})

/** A server that has seen the first bytes of a body and waits for the rest. */
async function serveWithHalfRequest(t: TestContext) {
  const server = await serveSvc(t, ['--data-dir', await scratchDir(t)], { SVC_BOOTSTRAP_TOKEN: token })
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST /v1/projects HTTP/1.1\r\nhost: svc\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  // It confirms that it has started, however busy the machine is.
  const [begun] = await once(socket, 'data')
  assert.match(String(begun), /^HTTP\/1\.1 100 /)
  socket.write(body.slice(0, 5))
  return { server, socket }
}
