import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls, pathOf } from '../protocol/messages.ts'
import { fromWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { callInto, playThings, type } from './testing/play.ts'
import { createThingProvider } from './testing/thing-provider.ts'
import { thingSchema } from './testing/thing-schema.ts'

const store = (version: number, json: string) => ({
  version,
  json: Buffer.from(json),
  private: new Uint8Array(),
  isTainted: false,
})

const config = { name: 'one' }

test('the state of an older version is upgraded, and needs no change', async () => {
  const { host, seen } = playThings()
  await host.apply({ type, config })
  const stored = host.states.get('test_thing.this')
  const old = String(Buffer.from(stored?.json ?? [])).replace('"name":"one"', '"title":"one","dropped":[1]')
  host.states.set('test_thing.this', store(1, old))
  assert.equal((await host.plan({ type, config })).action, 'no-op')
  assert.equal(seen.at(-1)?.name, 'one')
})

test('the state of this version is not upgraded, but seen', async () => {
  const { host, seen } = playThings({
    upgrade: () => {
      throw new Error('No need.')
    },
  })
  const made = await host.apply({ type, config })
  await host.plan({ type, config })
  assert.deepEqual(seen.at(-1), made)
})

test('an attribute that came later has its default in an older state', async () => {
  const schema = {
    ...thingSchema,
    attributes: {
      ...thingSchema.attributes,
      zone: {
        type: 'string',
        presence: 'optional-computed',
        default: 'a',
        replaces: true,
        description: 'Where it is.',
      },
      color: { type: 'string', presence: 'optional-computed', default: 'red', description: 'How it looks.' },
      owner: { type: 'string', presence: 'optional', description: 'Whose it is.' },
    },
  } as const
  const { seen, host } = playThings({ schema })
  host.states.set('test_thing.this', store(schema.version, '{"id":"1","name":"one"}'))
  await host.refresh()
  assert.equal(seen.at(-1)?.zone, 'a')
  assert.equal(seen.at(-1)?.color, 'red')
  assert.equal(seen.at(-1)?.owner, null)
  host.states.set('test_thing.this', store(schema.version, '{"id":"1","name":"one","zone":"b"}'))
  await host.refresh()
  assert.equal(seen.at(-1)?.zone, 'b')
})

test('an upgrade sees what was stored, digits and all', async () => {
  const stored: unknown[] = []
  const { host } = playThings({
    upgrade(old, version) {
      stored.push(version, old)
      return { ...old, name: 'x' }
    },
  })
  host.states.set('test_thing.this', store(0, '{"size":9007199254740993,"gone":{"a":[null]}}'))
  await host.refresh()
  assert.deepEqual(stored, [0, { size: 9007199254740993n, gone: { a: [null] } }])
})

test('a state that does not fit is told by its place', async () => {
  const { host } = playThings()
  host.states.set('test_thing.this', store(2, '{"tiers":[{"rank":"high"}]}'))
  await assert.rejects(host.refresh(), /tiers\[0\]\.rank: The stored state has no number here/)
})

test('a state from before JSON cannot be read, and says what to do', async () => {
  const call = callInto(createThingProvider().provider)
  const { request, response } = calls.UpgradeResourceState
  const asked = request.encode({ typeName: type, rawState: { flatmap: { id: '1' } } })
  const { diagnostics } = response.decode(await call(pathOf('UpgradeResourceState'), asked))
  assert.match(fromWireDiagnostics(diagnostics)[0]?.detail ?? '', /import the object again/)
})
