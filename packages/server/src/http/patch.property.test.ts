import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, type JsonSchema, type Kind, newValueSchema } from '@svc/model'
import fc from 'fast-check'
import {
  caughtUp,
  clockBetweenJobs,
  companionFields,
  type Fields,
  isNaming,
  mutableFields,
  onEachEngine,
  type Reply,
  useApp,
} from '../testing/index.ts'
import { changeable, changeableKinds, newScene, readOf, type Scene } from './conformance/suite.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const kind of changeableKinds) {
    test(`${kind.name}: a PATCH does what it says, once`, async () => {
      const scene = await newScene(app)
      const { path } = await changeable(scene, kind)
      await caughtUp(app)
      const patch = patchOf(kind, await poolFor(scene, kind))
      let taken = 0
      await fc.assert(
        fc.asyncProperty(patch, async (body) => {
          const before = await scene.client.get(path)
          const first = await scene.client.patch(path, body)
          if (first.status !== 200) {
            assert.equal(first.status, 400, first.text)
            same(await scene.client.get(path), before, 'a refused PATCH changes nothing')
            return
          }
          taken += 1
          for (const [key, value] of Object.entries(body)) kept(kind, key, first.body[key], value)
          same(await scene.client.patch(path, body), first, 'the same PATCH again changes nothing more')
          same(await scene.client.patch(path, {}), first, 'an empty PATCH changes nothing')
          same(await scene.client.patch(path, first.body), first, 'the record as it was read changes nothing')
          same(await scene.client.get(path), first, 'what is read is what was answered')
          untouched(kind, before.body, first.body, body)
        }),
        { numRuns: 15 },
      )
      assert.ok(taken >= 5, `only ${taken} of 15 were accepted: that proves little`)
    })
  }

  test('in whatever order two clients write different fields, the result is the same', async () => {
    const scene = await newScene(app)
    const { path } = await changeable(scene, kindCalled('api'))
    const fields = { a: fc.string({ maxLength: 20 }), b: fc.constantFrom('rest', 'grpc', 'other') }
    await fc.assert(
      fc.asyncProperty(fc.record(fields), async ({ a, b }) => {
        const state = async (...bodies: readonly Fields[]) => {
          for (const body of bodies) await scene.client.patch(path, body)
          const { description, kind } = await readOf(scene.client, path)
          return { description, kind }
        }
        const expected = { description: a, kind: b }
        assert.deepEqual(await state({ description: a }, { kind: b }), expected)
        assert.deepEqual(await state({ kind: b }, { description: a }), expected)
        assert.deepEqual(await state({ kind: b, description: a }), expected)
      }),
      { numRuns: 10 },
    )
  })
})

function kindCalled(name: string): Kind {
  const kind = changeableKinds.find((one) => one.name === name)
  assert.ok(kind)
  return kind
}

function same(reply: Reply, expected: Reply, about: string): void {
  assert.equal(reply.status, 200, `${about}: ${reply.text}`)
  // The same value of an SLO, sent again, is a measurement: only that changes.
  const { measuredAt } = expected.body
  assert.deepEqual({ ...reply.body, ...(measuredAt && { measuredAt }) }, expected.body, about)
  if (reply.body.measuredAt !== measuredAt) return
  assert.equal(reply.headers.get('etag'), expected.headers.get('etag'), about)
}

/** A value reads back as it was sent; times in UTC, and objects with the members that were left out. */
function kept(kind: Kind, key: string, stored: unknown, sent: unknown): void {
  const field = kind.fields[key] as Field
  if (field.type === 'json' || field.type === 'timestamp')
    assert.ok(covers(stored, sent), `${key}: ${JSON.stringify([stored, sent])}`)
  else assert.deepEqual(stored, sent, key)
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|z|[+-]\d\d:\d\d)$/

function covers(stored: unknown, sent: unknown): boolean {
  if (typeof sent === 'string' && isTime.test(sent)) return stored === new Date(sent).toISOString()
  if (typeof sent !== 'object' || sent === null) return stored === sent
  if (typeof stored !== 'object' || stored === null) return false
  if (Array.isArray(sent) && (stored as readonly unknown[]).length !== sent.length) return false
  return Object.entries(sent).every(([key, value]) => covers((stored as Fields)[key], value))
}

/**
 * What was not named stays; only what the service sets may change with it, and for an SLO what depends on its
 * type.
 */
function untouched(kind: Kind, before: Fields, after: Fields, body: Fields): void {
  for (const [key] of mutableFields(kind)) {
    const follows =
      kind.name === 'slo' && ['currentValue', 'objective'].includes(key) && body.type !== undefined
    if (!(key in body) && !follows) assert.deepEqual(after[key], before[key], key)
  }
}

/** What references may point to, and what fields may name. */
async function poolFor(scene: Scene, kind: Kind): Promise<ReadonlyMap<string, readonly string[]>> {
  const pool = new Map<string, readonly string[]>()
  for (const [key, field] of mutableFields(kind)) {
    if (field.type !== 'ref' && field.type !== 'refs' && !isNaming(kind, key)) continue
    const values = [await scene.value(kind, key, {}, 0), await scene.value(kind, key, {}, 1)]
    pool.set(key, values.flat() as string[])
  }
  return pool
}

/** Any change that the schema of a kind allows, of any of its fields. */
function patchOf(kind: Kind, pool: ReadonlyMap<string, readonly string[]>): fc.Arbitrary<Fields> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [key, field] of mutableFields(kind)) {
    const { type, traits } = field
    const schema = newValueSchema(field)
    if (Object.keys(companionFields(kind, key)).length > 0) continue
    const ids = pool.get(key) ?? []
    const value =
      type === 'ref' || isNaming(kind, key)
        ? fc.constantFrom(...ids)
        : type === 'refs'
          ? fc.subarray([...ids])
          : arbitraryOf(schema, key)
    fields[key] = traits.nullable ? fc.option(value, { freq: 4 }) : value
  }
  return fc.record(fields, { requiredKeys: [] })
}

const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((one) => !one.includes('\0'))

/** A value that a schema allows. */
function arbitraryOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const types = [schema.type ?? 'object'].flat()
  const value = schema.enum
    ? fc.constantFrom(...schema.enum)
    : (arbitraries[types[0] ?? 'object'] ?? arbitraries.object)?.(schema, name)
  assert.ok(value)
  return types.includes('null') ? fc.option(value) : value
}

const arbitraries: Readonly<Record<string, (schema: JsonSchema, name: string) => fc.Arbitrary<unknown>>> = {
  string: ({ pattern, format, minLength = 0 }) => {
    if (format === 'date-time') return time
    if (pattern !== undefined && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern))
    return pattern === '\\S' || minLength > 0 ? text.filter((one) => one.trim() !== '') : text
  },
  integer: ({ minimum = 0, maximum = 1_000 }) =>
    fc.integer({ min: minimum, max: Math.min(maximum, 1_000_000) }),
  number: () => fc.double({ min: 0, max: 100, noNaN: true }),
  boolean: () => fc.boolean(),
  array: ({ items = {}, minItems = 0 }, name) =>
    fc.array(arbitraryOf(items, name), { minLength: minItems, maxLength: 3 }),
  object: ({ properties, required = [] }, name) => {
    if (!properties) return fc.constant(openObjects[name] ?? {})
    const members = Object.entries(properties)
      .filter(([, inner]) => !inner.readOnly)
      .map(([key, inner]) => [key, arbitraryOf(inner, key)] as const)
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required] })
  },
}

/** What a rule wants of objects that may have any member. */
const openObjects: Readonly<Record<string, object>> = {
  params: { lifecycles: ['production'] },
  conditions: { repository_id: '1296269', project_id: '42' },
}

/** A time in any of the ways that callers write it. */
const time = fc
  .tuple(
    fc.date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', '+00:00', '+05:30', '-08:00', 'z'),
  )
  .map(([date, zone]) => `${date.toISOString().slice(0, -1)}${zone}`)
