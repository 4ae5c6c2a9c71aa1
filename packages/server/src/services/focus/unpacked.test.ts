import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { unpacked } from './unpacked.ts'

const textOf = async (file: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<string> =>
  Buffer.concat(await Array.fromAsync(unpacked(file, maxBytes))).toString()

test('a file is unpacked if its first bytes say so, and left as it is otherwise', async () => {
  assert.equal(await textOf(Readable.from([Buffer.from('a,b'), Buffer.from('\n1,2')])), 'a,b\n1,2')
  assert.equal(await textOf(Readable.from([gzipSync('a,b\n'), gzipSync('1,2')])), 'a,b\n1,2')
  assert.equal(await textOf(Readable.from([])), '')
})

test('no more is unpacked than allowed, and the rest is not even read', async () => {
  let read = 0
  const packed = gzipSync(Buffer.alloc(1024 ** 2))
  const file = Readable.from(
    (async function* () {
      for (; read < 1_000; read += 1) yield packed
    })(),
    { objectMode: true, highWaterMark: 1 },
  )
  await assert.rejects(textOf(file, 2 * 1024 ** 2), { code: 'payload_too_large' })
  assert.ok(read < 100, `${read} pieces were read`)
})

test('the error of a file that cannot be read is passed on', async () => {
  const broken = async function* () {
    yield gzipSync('a,b').subarray(0, 12)
    throw new Error('gone')
  }
  await assert.rejects(textOf(broken()), { message: 'gone' })
})
