import assert from 'node:assert/strict'
import { test } from 'node:test'
import { error, warning } from '../protocol/diagnostic.ts'
import { toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { createAsk } from '../testing/driver-calls.ts'
import { callInto, playThings, type } from './testing/play.ts'
import { createThingProvider } from './testing/thing-provider.ts'
import { thingSchema } from './testing/thing-schema.ts'

const config = { name: 'one' }

test('a create that half succeeded is kept, and replaced by the next apply', async () => {
  let isBroken = true
  const things = playThings({
    async create({ planned }) {
      const state = { ...things.service.create(planned), secret: null }
      return isBroken ? { state, diagnostics: [error('Half done')] } : { state }
    },
  })
  const { host, service } = things
  await assert.rejects(host.apply({ type, config }), /Half done/)
  assert.equal(host.state(type)?.id, 'thing-1')
  assert.equal((await host.plan({ type, config })).action, 'replace')
  isBroken = false
  await host.apply({ type, config })
  assert.deepEqual([...service.things.keys()], ['thing-2'])
  assert.equal((await host.plan({ type, config })).action, 'no-op')
})

test('a create that failed leaves nothing', async () => {
  const { host } = playThings({
    create: async () => ({ state: null, diagnostics: [error('Refused', 'No.', ['name'])] }),
  })
  await assert.rejects(host.apply({ type, config }), /Refused\n {2}with test_thing\.this: name\nNo\./)
  assert.equal(host.state(type), null)
})

test('an update that failed leaves the object as it was', async () => {
  const { host } = playThings({ update: async () => ({ state: null, diagnostics: [error('Refused')] }) })
  const made = await host.apply({ type, config })
  await assert.rejects(host.apply({ type, config: { name: 'two' } }), /Refused/)
  assert.deepEqual(host.state(type), made)
  assert.equal((await host.plan({ type, config: { name: 'two' } })).action, 'update')
})

test('an update that half succeeded is kept as far as it came', async () => {
  const { host } = playThings({
    update: async ({ prior, planned }) => ({
      state: { ...prior, name: planned.name ?? null },
      diagnostics: [error('Half done')],
    }),
  })
  await host.apply({ type, config })
  await assert.rejects(host.apply({ type, config: { name: 'two', note: 'new' } }), /Half done/)
  assert.deepEqual([host.state(type)?.name, host.state(type)?.note], ['two', null])
})

test('a delete that failed keeps the object', async () => {
  const { host } = playThings({ delete: async () => [error('Refused')] })
  const made = await host.apply({ type, config })
  await assert.rejects(host.destroy(type), /Refused/)
  assert.deepEqual(host.state(type), made)
})

test('a read that failed ends the command and changes nothing', async () => {
  const { host } = playThings({ read: async () => ({ state: null, diagnostics: [error('Not now')] }) })
  const made = await host.apply({ type, config })
  await assert.rejects(host.plan({ type, config }), /Not now/)
  await assert.rejects(host.refresh(), /Not now/)
  assert.deepEqual(host.state(type), made)
})

test('a failure answers with what there still is, not with nothing', async () => {
  const refused = [error('Refused')]
  const nothing = async () => ({ state: null, diagnostics: refused })
  const { provider } = createThingProvider({ read: nothing, update: nothing, delete: async () => refused })
  const ask = createAsk(callInto(provider))
  const type = objectTypeOf(thingSchema.attributes)
  const unset = Object.keys(thingSchema.attributes).map((name) => [name, null])
  const state = toDynamicValue({ ...Object.fromEntries(unset), id: '1' }, type)
  const asked = { typeName: 'test_thing', priorState: state, config: state }
  const read = await ask('ReadResource', { typeName: 'test_thing', currentState: state })
  const updated = await ask('ApplyResourceChange', { ...asked, plannedState: state })
  const deleted = await ask('ApplyResourceChange', { ...asked, plannedState: toDynamicValue(null, type) })
  for (const { newState, diagnostics } of [read, updated, deleted]) {
    assert.deepEqual([newState?.msgpack, diagnostics.length], [Buffer.from(state.msgpack ?? []), 1])
  }
})

test('a warning does not stop anything', async () => {
  const { host } = playThings({ adjustPlan: () => ({ diagnostics: [warning('Mind this')] }) })
  assert.deepEqual((await host.plan({ type, config })).warnings, [warning('Mind this')])
  await host.apply({ type, config })
})

const thrown = new Error('It fell over.')
const fall = (): never => {
  throw thrown
}

for (const [name, method, overrides] of [
  ['ValidateResourceConfig', 'validate', { validate: fall }],
  ['PlanResourceChange', 'plan', { adjustPlan: fall }],
  ['ApplyResourceChange', 'apply', { create: fall }],
] as const) {
  test(`what is thrown in ${name} is a bug that is told, and its stack goes to the log`, async () => {
    const { host, logged } = playThings(overrides)
    await assert.rejects(host[method]({ type, config }), ({ message }: Error) => {
      assert.match(
        message,
        new RegExp(`The provider failed in ${name}[\\s\\S]*It fell over\\.[\\s\\S]*bug in the provider`),
      )
      assert.ok(!message.includes('failures.test.ts'), 'no stack')
      return true
    })
    assert.deepEqual(logged, [{ message: `${name} failed`, error: thrown }])
  })
}

for (const [about, state, complaint] of [
  ['a member is missing', {}, /id: is missing/],
  ['there is one too many', { other: 1 }, /other: is not an attribute|id: is missing/],
] as const) {
  test(`an answer in which ${about} is a bug that is told`, async () => {
    const { host } = playThings({ create: async () => ({ state }) })
    await assert.rejects(host.apply({ type, config }), complaint)
  })
}

test('a plan may be adjusted where it is open, and nowhere else', async () => {
  const adjusting = (change: ObjectValue) =>
    playThings({ adjustPlan: ({ planned }) => ({ planned: { ...planned, ...change } }) }).host
  const { planned } = await adjusting({ serial: 'foreseen' }).plan({ type, config })
  assert.equal(planned?.serial, 'foreseen')
  await assert.rejects(adjusting({ name: 'other' }).plan({ type, config }), /adjustPlan changed name/)
  const { host } = playThings({ adjustPlan: () => ({ replaces: [['note']] }) })
  await host.apply({ type, config })
  assert.equal((await host.plan({ type, config })).action, 'no-op')
  const { action, replaces } = await host.plan({ type, config: { ...config, note: 'n' } })
  assert.deepEqual([action, replaces], ['replace', [['note']]])
})
