import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallName, type Calls, calls, pathOf } from '../protocol/messages.ts'
import type { Encodable } from '../protocol/protobuf.ts'
import { createAsk } from '../testing/driver-calls.ts'
import { providerMethods } from './methods.ts'
import { callInto, type Logged, type } from './testing/play.ts'
import { createThingProvider } from './testing/thing-provider.ts'

const { provider } = createThingProvider()
const ask = createAsk(callInto(provider))

test('every call of the protocol is there, by its path', () => {
  assert.deepEqual(
    Object.keys(providerMethods(provider)).sort(),
    (Object.keys(calls) as CallName[]).map(pathOf).sort(),
  )
})

test('the schema names everything, and that it need not be asked for', async () => {
  const answer = await ask('GetProviderSchema', {})
  assert.deepEqual(Object.keys(answer.resourceSchemas), [type])
  assert.deepEqual(Object.keys(answer.dataSourceSchemas), [type])
  assert.equal(answer.provider?.block?.description, 'Keeps things.')
  assert.deepEqual(answer.serverCapabilities, { planDestroy: false, getProviderSchemaOptional: true })
})

test('the schema is made once', async () => {
  const methods = providerMethods(provider)
  const call = methods[pathOf('GetProviderSchema')]
  assert.equal(await call?.(new Uint8Array()), await call?.(new Uint8Array()))
})

test('metadata names the types alone', async () => {
  const { resources, dataSources, serverCapabilities } = await ask('GetMetadata', {})
  assert.deepEqual([resources, dataSources], [[{ typeName: type }], [{ typeName: type }]])
  assert.equal(serverCapabilities?.getProviderSchemaOptional, true)
})

test('there are no functions and no identities', async () => {
  assert.deepEqual(await ask('GetFunctions', {}), { diagnostics: [] })
  assert.deepEqual(await ask('GetResourceIdentitySchemas', {}), { diagnostics: [] })
})

test('moving from another type is refused in so many words', async () => {
  const { diagnostics } = await ask('MoveResourceState', {
    sourceTypeName: 'other_thing',
    targetTypeName: type,
  })
  assert.match(diagnostics[0]?.summary ?? '', /other_thing cannot be moved to a test_thing/)
})

test('a stop reaches the provider, and a stop that fails says why', async () => {
  let stops = 0
  const stopping = { ...provider, stop: () => void stops++ }
  assert.deepEqual(await createAsk(callInto(stopping))('StopProvider', {}), { error: '' })
  assert.equal(stops, 1)
  const failing = {
    ...provider,
    stop() {
      throw new Error('Too late.')
    },
  }
  assert.deepEqual(await createAsk(callInto(failing))('StopProvider', {}), { error: 'Too late.' })
})

const strangers: { readonly [Name in CallName]?: Encodable<Calls[Name]['request']> } = {
  ValidateResourceConfig: { typeName: 'toString' },
  ValidateDataResourceConfig: { typeName: 'other' },
  UpgradeResourceState: { typeName: 'other' },
  ReadResource: { typeName: 'other' },
  PlanResourceChange: { typeName: 'other' },
  ApplyResourceChange: { typeName: 'other' },
  ImportResourceState: { typeName: 'other' },
  ReadDataSource: { typeName: 'constructor' },
}

for (const [name, request] of Object.entries(strangers) as [keyof typeof strangers, { typeName: string }][]) {
  test(`${name} of a type that is not there is told`, async () => {
    const answer = await ask(name, request)
    assert.ok('diagnostics' in answer)
    assert.match(
      answer.diagnostics[0]?.detail ?? '',
      new RegExp(`The provider has no .* "${request.typeName}"`),
    )
  })
}

test('bytes that are no message are an answer with a diagnostic, not a broken call', async () => {
  const logged: Logged[] = []
  const call = callInto(provider, logged)
  const answer = await call(pathOf('ReadResource'), Buffer.from('ffffffff', 'hex'))
  assert.match(calls.ReadResource.response.decode(answer).diagnostics[0]?.detail ?? '', /ends too early/)
  assert.equal(logged.length, 1)
})

test('what is null is planned as null, read as null and deleted as nothing', async () => {
  const nil = { msgpack: Buffer.from([0xc0]) }
  const planned = await ask('PlanResourceChange', {
    typeName: type,
    priorState: nil,
    proposedNewState: nil,
    config: nil,
  })
  assert.deepEqual(planned.plannedState?.msgpack, nil.msgpack)
  const read = await ask('ReadResource', { typeName: type, currentState: nil })
  assert.deepEqual(read.newState?.msgpack, nil.msgpack)
  const applied = await ask('ApplyResourceChange', {
    typeName: type,
    priorState: nil,
    plannedState: nil,
    config: nil,
  })
  assert.deepEqual([applied.newState?.msgpack, applied.diagnostics], [nil.msgpack, []])
})

test('a mistake in a schema is found when the provider is built', () => {
  const { resources } = provider
  const thing = resources[type]
  assert.ok(thing)
  const attributes = { count: { type: 'string', presence: 'optional', description: '' } } as const
  const wrong = { ...thing, schema: { ...thing.schema, attributes } }
  assert.throws(
    () => providerMethods({ ...provider, resources: { wrong } }),
    /wrong: count: this name is reserved/,
  )
})
