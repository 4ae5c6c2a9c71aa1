import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, attributeNameOf, type Kind, kindNamed } from '@svc/model'
import { clockBetweenJobs, type Fields, isLongRun, useApp, writableFields } from '@svc/server/testing'
import fc from 'fast-check'
import { isObject, type ObjectValue, type Value } from '../protocol/value.ts'
import { arbitraryBody, arbitraryChange, type Pool } from './testing/arbitrary-bodies.ts'
import { newScene, recordIn, type Scene, typeOfKind } from './testing/scene.ts'
import { configOf, expectedOf, statedOf } from './testing/in-code.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })
const runs = { numRuns: isLongRun ? 100 : 10, seed: 20_261_115 }

/** Some records of every kind that others can point at. */
async function poolOf(scene: Scene): Promise<Pool> {
  const names = ['user', 'team', 'project', 'api', 'resource', 'system', 'domain', 'identity_provider']
  const pool = new Map<string, readonly string[]>()
  for (const name of names) {
    const made = await Promise.all([1, 2, 3].map(() => scene.make(kindNamed(name))))
    pool.set(
      name,
      made.map(({ id }) => String(id)),
    )
  }
  return pool
}

/** The same in another order where order says nothing, and JSON in another spelling. */
function respelled(kind: Kind, config: ObjectValue): ObjectValue {
  const changed = writableFields(kind).map(([key, { type, schema, traits }]) => {
    const name = attributeNameOf(key, schema)
    const value = config[name] ?? null
    if (type === 'json') return [name, spacedOut(value)]
    return [name, Array.isArray(value) && !traits.listed ? value.toReversed() : value]
  })
  return Object.fromEntries(changed)
}

function spacedOut(value: Value): Value {
  if (Array.isArray(value)) return value.map(spacedOut)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name.endsWith('_json') && typeof part === 'string' ? otherwise(part) : part,
    ]),
  )
}

function otherwise(text: string): string {
  const turned = Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())
  return ` ${JSON.stringify(turned, null, 2)}\n`
}

test('whatever is configured comes true, stays so, and can become anything else', async (t) => {
  const own = await newScene(t, app)
  const pool = await poolOf(own)
  for (const kind of allKinds.filter(({ resourceType }) => resourceType !== undefined)) {
    await t.test(typeOfKind(kind), () => check(kind, own, pool))
  }
})

async function check(kind: Kind, own: Scene, pool: Pool): Promise<void> {
  const type = typeOfKind(kind)
  const bodies = arbitraryBody(kind, pool).chain((first) =>
    arbitraryChange(kind, pool, first).chain((second) =>
      fc
        .option(arbitraryChange(kind, pool, second), { nil: undefined })
        .map((third) => [first, second, ...(third ? [third] : [])]),
    ),
  )
  const settle = async (body: Fields): Promise<void> => {
    const config = configOf(kind, body)
    const state = await own.driver.apply({ type, config })
    const record = await recordIn(own, kind, state?.id)
    assert.ok(record)
    assert.deepEqual(statedOf(kind, body, record), expectedOf(kind, body))
    await own.begin()
    assert.equal((await own.driver.plan({ type, config })).action, 'no-op')
    assert.equal((await own.driver.plan({ type, config: respelled(kind, config) })).action, 'no-op')
  }
  await fc.assert(
    fc
      .asyncProperty(bodies, async (all) => {
        for (const body of all) await settle(body)
      })
      .afterEach(() => own.driver.destroy(type)),
    runs,
  )
}
