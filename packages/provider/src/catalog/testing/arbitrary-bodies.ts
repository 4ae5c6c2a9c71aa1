import {
  isOpenObject,
  isRequired,
  type JsonSchema,
  type Kind,
  kinds,
  lifecycles,
  newValueSchema,
  oncallFactsOf,
} from '@svc/model'
import { type Fields, typeOf, writableFields } from '@svc/server/testing'
import fc from 'fast-check'
import { arbitraryRota } from './arbitrary-rota.ts'

/** Ids of records that can be pointed at, by the name of their kind. */
export type Pool = ReadonlyMap<string, readonly string[]>

/** Any body that the API takes for a kind: what may be left out is there or not, or null. */
export function arbitraryBody(kind: Kind, pool: Pool): fc.Arbitrary<Fields> {
  const values = writableFields(kind).map(([key, field]) => {
    const value = arbitraryValue(kind, key, pool)
    return [
      key,
      isRequired(field) ? value : fc.oneof(fc.constantFrom(undefined, null), value, value),
    ] as const
  })
  return fc.record(Object.fromEntries(values)).map((body) => agreeing(kind, body, pool))
}

/** Another body that has some fields of the first, so that changes are of one field as well as of all. */
export const arbitraryChange = (kind: Kind, pool: Pool, before: Fields): fc.Arbitrary<Fields> =>
  fc
    .tuple(arbitraryBody(kind, pool), fc.subarray(Object.keys(before)))
    .map(([body, kept]) => agreeing(kind, { ...body, ...pick(before, kept) }, pool))

const pick = (body: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, body[key]]))

function arbitraryValue({ fields }: Kind, key: string, pool: Pool): fc.Arbitrary<unknown> {
  const field = fields[key]
  if (!field) throw new Error(`There is no ${key}.`)
  const ids = typeof field.target === 'string' ? (pool.get(field.target) ?? []) : []
  if (field.type === 'ref') return ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(null)
  if (field.type === 'refs') return fc.shuffledSubarray([...ids])
  if (field === kinds.oncallBinding.fields.manual) return arbitraryRota(pool.get(kinds.user.name) ?? [])
  return ofSchema(newValueSchema(field), key)
}

function ofSchema(schema: JsonSchema, key: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  return (byType[typeOf(schema)] ?? fc.constant)(schema, key)
}

const byType: Readonly<Record<string, (schema: JsonSchema, key: string) => fc.Arbitrary<unknown>>> = {
  string: (schema) => (schema.format === 'date-time' ? moment : text(schema)),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 1_000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1e9 }) =>
    fc
      .oneof(fc.double({ min: minimum, max: 1e9, noNaN: true }), fc.integer({ min: minimum, max: 100 }))
      // There is but one zero in JSON.
      .map((value) => value + 0),
  array({ items = {}, minItems = 0 }, key) {
    const isOrdered = typeOf(items) === 'object'
    const elements = ofSchema(items, key)
    if (isOrdered) return fc.array(elements, { minLength: minItems, maxLength: 4 })
    return fc.uniqueArray(elements, { minLength: minItems, maxLength: 4 })
  },
  object({ properties = {}, required = [] }) {
    const members = Object.entries(properties).filter(([key]) => key !== 'id')
    return fc.record(
      Object.fromEntries(
        members.map(([key, member]) => {
          const value = isOpenObject(member) ? openObject : ofSchema(member, key)
          return [key, required.includes(key) ? value : fc.option(value, { nil: null })]
        }),
      ),
    )
  },
}

const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((time) => time.toISOString())

/** Short and long texts in all scripts, empty and at the limit where that is allowed. Hosts know only NFC. */
function text({ minLength = 0, maxLength = 200, pattern, examples }: JsonSchema): fc.Arbitrary<string> {
  // No text that is made up looks like an address by chance.
  if (examples) return fc.constantFrom(...(examples as readonly string[]))
  const fits = (one: string): boolean => {
    const length = [...one].length
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(one))
  }
  const simple = pattern?.startsWith('^[a-z') ? fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/) : undefined
  const texts = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((one) => one.normalize('NFC')),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('', ' ', 'null', '{}', '"', '\\n', '\r\n\t', '0', 'é𝄞'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a', '𝄞', 'ß').map((one) => one.repeat(Math.min(maxLength, 2_048))),
    },
  )
  return (simple ?? texts).filter((one) => fits(one) && one.isWellFormed() && !one.includes('\0'))
}

/** Any JSON object, but for the one name that the API does not take. */
const openObject = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
  { maxKeys: 3, noNullPrototype: true },
)

/** The same body, as the rules over several fields want it. */
function agreeing(kind: Kind, body: Fields, pool: Pool): Fields {
  const own = adjustments[kind.name]
  return own ? { ...body, ...own(body, pool) } : body
}

const adjustments: Readonly<Record<string, (body: Fields, pool: Pool) => Fields>> = {
  [kinds.dependency.name]: ({ fromKind, toKind }, pool) => ({
    fromId: pool.get(entity(fromKind))?.[0],
    toId: pool.get(entity(toKind))?.[1],
  }),
  [kinds.groupMapping.name]: ({ identityProviderId, teamId, role }) => ({
    source: typeof identityProviderId === 'string' ? 'idp' : 'scim',
    ...(typeof teamId === 'string' ? { mode: 'live' } : { role: role ?? 'member' }),
  }),
  [kinds.identityProvider.name]: ({ protocol, saml, oidc }) => ({
    saml: protocol === 'saml' ? saml : null,
    oidc: protocol === 'oidc' ? oidc : null,
  }),
  [kinds.ssoDomain.name]: ({ normalizedDomain }) => ({
    normalizedDomain: `${String(normalizedDomain).replace(/[^a-z0-9]/g, '')}x.example.com`,
    verificationMethod: 'dns_cname',
  }),
  [kinds.oncallBinding.name]: ({ scope, provider, scheduleId, serviceId, manual }, pool) => {
    const isGiven = (value: unknown) => String(value ?? '').trim() !== ''
    const facts = oncallFactsOf(String(provider))
    const byService = facts?.hasServices === true && isGiven(serviceId)
    const isFree = facts?.schedule === undefined && isGiven(scheduleId)
    return {
      targetId: pool.get(scope === 'component' ? 'project' : String(scope))?.[0],
      scheduleId: provider === 'manual' || byService ? null : isFree ? scheduleId : 'pabc123',
      serviceId: byService ? serviceId : null,
      manual: provider === 'manual' ? (manual ?? null) : null,
    }
  },
  [kinds.slo.name]: ({ type, target, currentValue }) =>
    ['throughput', 'custom'].includes(String(type))
      ? {}
      : {
          objective: null,
          target: share(target),
          ...(typeof currentValue === 'number' && { currentValue: share(currentValue) }),
        },
  [kinds.workloadTrust.name]: ({ conditions }) => ({
    conditions: {
      ...Object.fromEntries(
        Object.entries(conditions as Fields).flatMap(([name, value]) =>
          /^\S{1,200}$/.test(name) && typeof value === 'boolean' ? [[`x_${name}`, value]] : [],
        ),
      ),
      repository_id: '1296269',
    },
  }),
  [kinds.scorecard.name]: ({ rules, tiers }) => ({
    rules: (rules as readonly Fields[]).map((one) =>
      one.type === 'lifecycle_in' ? { ...one, params: { ...(one.params ?? {}), lifecycles } } : one,
    ),
    ...(Array.isArray(tiers) && {
      tiers: tiers.map((tier: Fields, index) => ({ ...tier, name: `tier-${index}` })),
    }),
  }),
}

const entity = (word: unknown): string => (word === 'component' ? 'project' : String(word))

const share = (value: unknown): number => Math.abs(Number(value)) % 100
