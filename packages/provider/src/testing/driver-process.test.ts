import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createThingProvider } from '../rpc/testing/thing-provider.ts'
import { createDriver } from './driver.ts'
import { startPlugin } from './plugin-process.ts'

const fixture = [process.execPath, join(import.meta.dirname, 'driver-fixture.ts')] as const
const type = 'test_thing'

test('a provider in a process of its own lives the same life', async () => {
  await using plugin = await startPlugin([...fixture])
  const host = createDriver(plugin.call, createThingProvider().provider)
  const config = { name: 'one', note: 'x'.repeat(100_000), tags: ['a'], ports: [{ port: 80 }] }
  await host.configure()
  await host.apply({ type, config })
  assert.equal((await host.plan({ type, config })).action, 'no-op')
  assert.equal((await host.apply({ type, config: { ...config, region: 'south' } }))?.id, 'thing-2')
  assert.deepEqual(await host.read(type, { id: 'thing-2' }), { id: 'thing-2', name: 'one' })
  await host.import(type, 'thing-2', 'other')
  await assert.rejects(host.plan({ type, config: { name: 'forbidden' } }), /Invalid name/)
  await host.destroy(type)
  await host.refresh()
  assert.equal(host.states.size, 0)
  assert.equal(await host.stop(), '')
  assert.equal((await plugin.shutdown()).code, 0)
})
