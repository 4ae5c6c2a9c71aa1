import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, Dynamic, type ObjectValue, unknown } from '../protocol/value.ts'
import { playThings, type } from './testing/play.ts'

const full: ObjectValue = {
  name: 'one',
  label: 'MiXed',
  region: 'north',
  note: 'a note',
  serial: 's-1',
  enabled: false,
  size: 9007199254740993n,
  secret: 'hidden',
  tags: ['a', 'b'],
  aliases: ['z', 'y'],
  labels: { k: 'v' },
  span: [new Decimal('0.12345678901234567890'), 2],
  extra: new Dynamic(['list', 'number'], [1, 2n ** 70n]),
  limits: { cpu: 2, unit: 'milli' },
  tiers: [{ name: 'only', note: 'n' }],
  ports: [{ port: 53, protocol: 'udp' }, { port: 80 }],
  contacts: { ops: { email: 'ops@example.org' } },
}
const bare: ObjectValue = { name: 'one' }
const empty: ObjectValue = {
  name: '',
  note: '',
  label: '',
  tags: [],
  aliases: [],
  labels: {},
  tiers: [],
  ports: [],
  contacts: {},
}

for (const [about, config] of Object.entries({ full, bare, empty })) {
  test(`with a configuration that is ${about}, what was made needs no change`, async () => {
    const { host, service } = playThings()
    assert.equal((await host.plan({ type, config })).action, 'create')
    assert.equal(service.things.size, 0)
    const state = await host.apply({ type, config })
    assert.deepEqual(host.state(type), state)
    assert.equal((await host.plan({ type, config })).action, 'no-op')
    await host.refresh()
    assert.deepEqual(host.state(type), state)
  })
}

for (const [from, before] of Object.entries({ full, bare, empty })) {
  for (const [to, after] of Object.entries({ full, bare, empty })) {
    if (from === to) continue
    test(`from ${from} to ${to} and no further`, async () => {
      const { host } = playThings()
      const first = await host.apply({ type, config: before })
      const action = before.region === after.region ? 'update' : 'replace'
      assert.equal((await host.plan({ type, config: after })).action, action)
      const last = await host.apply({ type, config: after })
      assert.equal(last?.id === first?.id, action === 'update')
      assert.equal((await host.plan({ type, config: after })).action, 'no-op')
    })
  }
}

test('a change keeps what is stable, and what is volatile is only known afterwards', async () => {
  const { host } = playThings()
  const made = await host.apply({ type, config: bare })
  const { planned } = await host.plan({ type, config: { name: 'two' } })
  assert.deepEqual([planned?.id, planned?.serial, planned?.revision], [made?.id, made?.serial, unknown])
  const changed = await host.apply({ type, config: { name: 'two' } })
  assert.deepEqual([changed?.id, changed?.revision], [made?.id, 2])
})

test('what must be another object is replaced, and says why', async () => {
  const { host, service } = playThings()
  await host.apply({ type, config: full })
  const config = { ...full, region: 'south' }
  const plan = await host.plan({ type, config })
  assert.deepEqual([plan.action, plan.replaces, plan.planned?.id], ['replace', [['region']], unknown])
  await host.apply({ type, config })
  assert.deepEqual([...service.things.keys()], ['thing-2'])
})

test('what others change is planned back, and what they delete is made again', async () => {
  const { host, service } = playThings()
  await host.apply({ type, config: full })
  const [[id, thing] = []] = service.things
  assert.ok(id && thing)
  service.things.set(id, { ...thing, note: 'theirs' })
  const { action, prior, planned } = await host.plan({ type, config: full })
  assert.deepEqual([action, prior?.note, planned?.note], ['update', 'theirs', 'a note'])
  service.things.delete(id)
  assert.equal((await host.plan({ type, config: full })).action, 'create')
  await host.refresh()
  assert.equal(host.state(type), null)
})

test('what is no longer in the configuration is deleted, also when it is gone already', async () => {
  const { host, service } = playThings()
  await host.apply({ type, config: bare })
  assert.equal((await host.plan({ type, config: null })).action, 'delete')
  await host.destroy(type)
  assert.deepEqual([service.things.size, host.state(type)], [0, null])
  await host.destroy(type)
})

test('a configuration that is not known yet is planned, and made when it is', async () => {
  const { host } = playThings()
  const config = {
    ...full,
    name: unknown,
    tags: ['a', unknown],
    limits: unknown,
    contacts: { ops: { email: unknown } },
  }
  const { planned } = await host.plan({ type, config })
  assert.deepEqual([planned?.name, planned?.limits, planned?.tags], [unknown, unknown, ['a', unknown]])
  const state = await host.apply({ type, config, final: full })
  assert.deepEqual([state?.name, state?.limits], ['one', { cpu: 2, unit: 'milli' }])
  assert.equal((await host.plan({ type, config: full })).action, 'no-op')
})

test('an update whose unknowns turn out to be what was there changes nothing', async () => {
  const { host } = playThings()
  const made = await host.apply({ type, config: full })
  const config = { ...full, note: unknown }
  assert.equal((await host.plan({ type, config })).action, 'update')
  const state = await host.apply({ type, config, final: full })
  assert.deepEqual(state, made)
})

test('what is imported fits the configuration it was made from, but for what is never told', async () => {
  const { host } = playThings()
  const { secret, label, ...rest } = full
  const config = { ...rest, label: String(label).toLowerCase() }
  await host.apply({ type, config, name: 'first' })
  await host.import(type, 'thing-1', 'second')
  assert.equal((await host.plan({ type, name: 'second', config })).action, 'no-op')
  await host.apply({ type, config: bare, name: 'third' })
  await host.import(type, 'thing-2', 'fourth')
  assert.equal((await host.plan({ type, name: 'fourth', config: bare })).action, 'no-op')
})

test('nothing to import is said in so many words', async () => {
  const { host } = playThings()
  await assert.rejects(host.import(type, 'nowhere'), /There is no test_thing to import[\s\S]*"nowhere"/)
})

test('a data source is read, or says that there is nothing', async () => {
  const { host } = playThings()
  await host.apply({ type, config: bare })
  assert.deepEqual(await host.read(type, { id: 'thing-1' }), { id: 'thing-1', name: 'one' })
  await assert.rejects(host.read(type, { id: 'gone' }), /No test_thing was found/)
})

test('a provider hears its configuration, and its complaint is on the attribute', async () => {
  const { host, configured } = playThings()
  await host.configure({ endpoint: 'http://there' })
  await host.configure({ endpoint: unknown })
  assert.deepEqual(configured, [{ endpoint: 'http://there' }, { endpoint: unknown }])
  await assert.rejects(host.configure({ endpoint: 'nowhere' }), /No such place\n {2}with provider: endpoint/)
})

test('a configuration that is refused is not planned', async () => {
  const { host, service } = playThings()
  const refused = {
    diagnostics: [
      { severity: 'error', summary: 'Invalid name', detail: 'It is not allowed.', path: ['name'] },
    ],
  }
  await assert.rejects(host.validate({ type, config: { name: 'forbidden' } }), refused)
  await assert.rejects(host.apply({ type, config: { name: 'forbidden' } }), refused)
  assert.equal(service.things.size, 0)
})

test('bytes of its own come back to the resource, until the object is replaced', async () => {
  const heard: string[] = []
  const { host } = playThings({
    async create({ planned }, previous) {
      heard.push(`create ${previous}`)
      return { state: { ...planned, ...known, id: '1' }, private: Buffer.from('made') }
    },
    async read(state, previous) {
      heard.push(`read ${previous}`)
      return { state }
    },
    async update({ planned }, previous) {
      heard.push(`update ${previous}`)
      return {
        state: { ...planned, ...known },
        ...(planned.name === 'b' && { private: Buffer.from('changed') }),
      }
    },
    async delete(_, previous) {
      heard.push(`delete ${previous}`)
      return []
    },
  })
  const known = { revision: 1, serial: 's', tiers: [] }
  const config = { name: 'a', tiers: [] }
  await host.apply({ type, config })
  await host.apply({ type, config: { ...config, name: 'b' } })
  await host.apply({ type, config: { ...config, name: 'c' } })
  await host.apply({ type, config: { ...config, region: 'd' } })
  assert.deepEqual(heard, [
    'create undefined',
    'read made',
    'update made',
    'read changed',
    'update changed',
    'read changed',
    'delete changed',
    'create undefined',
  ])
})
