import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { fixture, loggedBy, startPlugin } from '../testing/plugin-process.ts'
import { createLog, wantedLevel } from './log.ts'
import type { Fields } from './log-line.ts'

function logged(message: string, fields?: Fields): string {
  const lines: string[] = []
  createLog('trace', (line) => lines.push(line)).info(message, fields)
  assert.equal(lines.length, 1)
  return lines.join('')
}

test('a line has the form that a host takes apart', () => {
  const line = logged('Read a thing.', { id: 'a1', took: 12, at: new Date(0), nothing: null })
  assert.match(
    line,
    /^\{"@level":"info","@message":"Read a thing.","@module":"provider","@timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z","id":"a1","took":12,"at":"1970-01-01T00:00:00.000Z","nothing":null\}\n$/,
  )
})

test('whatever is logged, it is one line of less than 64 KiB, and the keys of the host are strings', () => {
  const long = fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(100_000))
  const text = fc.oneof(
    fc.string(),
    long.map(([part, times]) => part.repeat(times)),
  )
  const value = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), text)
  const key = fc.oneof(fc.string(), fc.constantFrom('@level', '@message', '@timestamp', '__proto__'))
  fc.assert(
    fc.property(text, fc.dictionary(key, value), (message, fields) => {
      const line = logged(message, fields)
      assert.ok(Buffer.byteLength(line) < 64 * 1024)
      assert.equal(line.indexOf('\n'), line.length - 1)
      const parsed = JSON.parse(line)
      assert.equal(parsed['@level'], 'info')
      assert.equal(typeof parsed['@message'], 'string')
      assert.match(parsed['@timestamp'], /\.\d{6}Z$/)
    }),
  )
})

test('many long fields are left out, the message stays', () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, 'x'.repeat(2000)]))
  const parsed = JSON.parse(logged('kept', fields))
  assert.equal(parsed['@message'], 'kept')
  assert.deepEqual(Object.keys(parsed).slice(4), ['fields'])
})

test('one long field is cut, and the others stay as they are', () => {
  const parsed = JSON.parse(logged('kept', { long: 'ä'.repeat(70_000), short: 'as it is' }))
  assert.equal(parsed.long, `${'ä'.repeat(1000)}…`)
  assert.equal(parsed.short, 'as it is')
})

test('what can not be JSON costs the fields, not the line', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  assert.equal(JSON.parse(logged('kept', circular))['@message'], 'kept')
})

test('values under keys that look secret are hidden, at any depth', () => {
  const line = logged('Sent.', {
    apiToken: 'leak',
    headers: { Authorization: 'Bearer leak', accept: 'all' },
    list: [{ client_secret: { a: 'leak' } }],
    PASSWORD: 'leak',
  })
  assert.doesNotMatch(line, /leak/)
  const { headers, apiToken } = JSON.parse(line)
  assert.deepEqual(
    { headers, apiToken },
    { headers: { Authorization: '(hidden)', accept: 'all' }, apiToken: '(hidden)' },
  )
})

test('errors, big numbers and bytes are shown in a way that helps', () => {
  const parsed = JSON.parse(
    logged('Failed.', {
      error: new Error('why', { cause: new Error('before') }),
      big: 2n ** 70n,
      bytes: Buffer.alloc(9),
    }),
  )
  assert.match(parsed.error, /^Error: why\n +at .*\nCaused by: Error: before\n +at /s)
  assert.equal(parsed.big, '1180591620717411303424')
  assert.equal(parsed.bytes, '(9 bytes)')
})

for (const [env, level] of [
  [{}, 'off'],
  [{ TF_LOG: '' }, 'off'],
  [{ TF_LOG: 'warn' }, 'warn'],
  [{ TF_LOG: 'DEBUG' }, 'debug'],
  [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'error' }, 'error'],
  [{ TF_LOG: 'info', TF_LOG_PROVIDER: '' }, 'info'],
  [{ TF_LOG: 'info', TF_LOG_PROVIDER: 'off' }, 'off'],
  [{ TF_LOG: 'json' }, 'trace'],
  [{ TF_LOG: '1' }, 'trace'],
] as const) {
  test(`${JSON.stringify(env)} asks for ${level}`, () => assert.equal(wantedLevel(env), level))
}

test('nothing below the wanted level is written', () => {
  const written: string[] = []
  const log = createLog('warn', (line) => written.push(JSON.parse(line)['@level']))
  for (const level of ['error', 'trace', 'debug', 'info', 'warn'] as const) log[level]('x')
  assert.deepEqual(written, ['error', 'warn'])
  const silent = createLog('off', () => assert.fail())
  silent.error('x')
})

test('a plugin logs to stderr, what its code prints included', async () => {
  await using plugin = await startPlugin(fixture, { TF_LOG: 'info' })
  await plugin.call('/test.Plugin/Log', Buffer.from('Hello.'))
  const lines = loggedBy(await plugin.shutdown()).map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map((line) => [line['@level'], line['@message'], line.token]),
    [
      ['info', 'printed too early', undefined],
      ['info', 'Hello.', '(hidden)'],
      ['warn', 'by console', undefined],
    ],
  )
})

test('a plugin logs nothing that nobody wants to see', async () => {
  await using plugin = await startPlugin(fixture)
  await plugin.call('/test.Plugin/Log', Buffer.from('Hello.'))
  assert.deepEqual(loggedBy(await plugin.shutdown()), [])
})

test('nothing is lost when the host reads slowly', async () => {
  await using plugin = await startPlugin(fixture, { TF_LOG: 'info' })
  const flooded = plugin.call('/test.Plugin/Flood')
  flooded.catch(() => {})
  await sleep(50)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await flooded
  const { err } = await plugin.shutdown()
  const [, ...lines] = err.trimEnd().split('\n')
  const numbers = lines.map((line) => JSON.parse(line).number)
  assert.deepEqual(
    numbers,
    Array.from({ length: 2000 }, (_, number) => number),
  )
})
