import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectFromDynamicValue, toDynamicValue } from '../protocol/dynamic-value.ts'
import { type CallName, calls, pathOf } from '../protocol/messages.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import { type ObjectValue, unknown } from '../protocol/value.ts'
import { callInto, playThings, type } from '../rpc/testing/play.ts'
import { createThingProvider } from '../rpc/testing/thing-provider.ts'
import { thingSchema } from '../rpc/testing/thing-schema.ts'
import { type Call, createDriver } from './driver.ts'

/** The driver is only worth something if it finds what a host would find. */

const thingType = objectTypeOf(thingSchema.attributes)
const config = { name: 'one', tags: ['a'] }

/** A host of a provider whose answers are tampered with on the way. */
function playTampered(name: CallName, tamper: (answer: Uint8Array) => Uint8Array) {
  const { provider } = createThingProvider()
  const honest = callInto(provider)
  const call: Call = async (path, request) => {
    const answer = await honest(path, request)
    return path === pathOf(name) ? tamper(answer) : answer
  }
  return createDriver(call, provider)
}

const withPlanned = (change: (planned: ObjectValue) => ObjectValue | null) =>
  playTampered('PlanResourceChange', (bytes) => {
    const { response } = calls.PlanResourceChange
    const answer = response.decode(bytes)
    const planned = objectFromDynamicValue(answer.plannedState, thingType)
    return response.encode({ ...answer, plannedState: toDynamicValue(planned && change(planned), thingType) })
  })

const withResult = (change: (state: ObjectValue) => ObjectValue | null) =>
  playTampered('ApplyResourceChange', (bytes) => {
    const { response } = calls.ApplyResourceChange
    const answer = response.decode(bytes)
    const state = objectFromDynamicValue(answer.newState, thingType)
    return response.encode({ ...answer, newState: toDynamicValue(state && change(state), thingType) })
  })

test('a plan that is none is refused', async () => {
  const broken = withPlanned((planned) => ({ ...planned, note: 'made up' }))
  await assert.rejects(
    broken.plan({ type, config }),
    /Provider produced invalid plan[\s\S]*\.note: planned value cty\.StringVal\("made up"\) for a non-computed attribute/,
  )
  await assert.rejects(
    withPlanned(() => null).plan({ type, config }),
    /planned for absence but config wants existence/,
  )
})

test('a result that is not what was planned is refused, and its object tainted', async () => {
  const host = withResult((state) => ({ ...state, note: '', tags: [] }))
  await assert.rejects(host.apply({ type, config }), ({ message }: Error) => {
    assert.match(message, /Provider produced inconsistent result after apply/)
    assert.match(message, /\.note: was null, but now cty\.StringVal\(""\)/)
    assert.match(message, /\.tags: planned set element cty\.StringVal\("a"\)/)
    return true
  })
  assert.equal(host.states.get('test_thing.this')?.isTainted, true)
})

test('a result with unknown values is refused, and the rest of it kept', async () => {
  const host = withResult((state) => ({ ...state, serial: unknown }))
  await assert.rejects(
    host.apply({ type, config }),
    /still indicated an unknown value for test_thing\.this\.serial/,
  )
  assert.deepEqual([host.state(type)?.serial, host.state(type)?.id], [null, 'thing-1'])
})

test('a result that is not there is refused', async () => {
  await assert.rejects(
    withResult(() => null).apply({ type, config }),
    /Root object was present, but now absent/,
  )
})

test('a plan that is another when asked again is refused', async () => {
  let count = 0
  const host = withPlanned((planned) => ({ ...planned, serial: `serial ${++count}` }))
  await assert.rejects(
    host.apply({ type, config }),
    /inconsistent final plan[\s\S]*\.serial: was cty\.StringVal\("serial 1"\), but now cty\.StringVal\("serial 2"\)/,
  )
})

test('an update that becomes a replacement when asked again is refused', async () => {
  const { host } = playThings({
    adjustPlan: ({ config }) => (config.note === unknown ? {} : { replaces: [['note']] }),
  })
  await host.apply({ type, config })
  await assert.rejects(
    host.apply({ type, config: { ...config, note: unknown }, final: { ...config, note: 'n' } }),
    /changed the planned action from update to replace/,
  )
})

test('a replacement at a place that is nowhere is refused', async () => {
  const { host } = playThings({ adjustPlan: () => ({ replaces: [['labels', 'nowhere']] }) })
  await host.apply({ type, config })
  await assert.rejects(
    host.plan({ type, config: { name: 'two' } }),
    /requires replacement of labels\.nowhere/,
  )
})

test('a read that leaves something unknown is refused', async () => {
  const { host } = playThings({ read: async (state) => ({ state: { ...state, note: unknown } }) })
  await host.apply({ type, config })
  await assert.rejects(host.refresh(), /Provider produced invalid object[\s\S]*\.note/)
})

test('an import of what cannot be read is refused', async () => {
  const { host } = playThings({ read: async () => ({ state: null }) })
  await host.apply({ type, config })
  await assert.rejects(host.import(type, 'thing-1', 'other'), /Cannot import non-existent remote object/)
  await assert.rejects(host.import(type, 'thing-1'), /Resource already managed/)
})

for (const [about, written, complaint] of [
  ['without what is required', { note: 'n' }, /Missing required argument\n {2}with test_thing\.this: name/],
  [
    'with what is not there',
    { name: 'a', color: 'red' },
    /Unsupported argument\n {2}with test_thing\.this: color/,
  ],
  [
    'with what is computed',
    { name: 'a', id: '1' },
    /unconfigurable attribute\n {2}with test_thing\.this: id/,
  ],
  ['with an element that lacks something', { name: 'a', tiers: [{ note: 'n' }] }, /tiers\[0\]\.name/],
] as const) {
  test(`a configuration ${about} does not reach the provider`, async () => {
    const { host } = playThings({
      validate: () => {
        throw new Error('It was asked.')
      },
    })
    await assert.rejects(host.plan({ type, config: written }), complaint)
  })
}

test('calls come in the order of a host', async () => {
  const heard: string[] = []
  const { provider } = createThingProvider()
  const honest = callInto(provider)
  const host = createDriver((path, request) => {
    heard.push(path.split('/').at(-1) ?? '')
    return honest(path, request)
  }, provider)
  await host.apply({ type, config })
  assert.deepEqual(heard.splice(0), [
    'ValidateResourceConfig',
    'PlanResourceChange',
    'ValidateResourceConfig',
    'PlanResourceChange',
    'ApplyResourceChange',
  ])
  await host.apply({ type, config: { ...config, region: 'south' } })
  assert.deepEqual(heard.splice(0), [
    'UpgradeResourceState',
    'ReadResource',
    'ValidateResourceConfig',
    'PlanResourceChange',
    'PlanResourceChange',
    'UpgradeResourceState',
    'ValidateResourceConfig',
    'ApplyResourceChange',
    'PlanResourceChange',
    'ApplyResourceChange',
  ])
})
