import type { JsonSchema } from '@svc/model'

/** Objects whose schema leaves them open, by field name. */
const openObjects: Readonly<Record<string, object>> = { params: { lifecycles: ['production'] } }

/** A value that a schema allows; another `n` gives another value if there is one. */
export function sampleOf(schema: JsonSchema, n = 0, name = ''): unknown {
  const values = schema.enum ?? schema.examples
  if (values) return values[n % values.length]
  return samplers[typeOf(schema)]?.(schema, n, name)
}

type Sampler = (schema: JsonSchema, n: number, name: string) => unknown

const firstDay = Date.parse('2026-01-01T00:00:00.000Z')

const samplers: Readonly<Record<string, Sampler>> = {
  string: ({ format, pattern = '' }, n, name) => {
    if (format === 'date-time') return new Date(firstDay + n * 86_400_000).toISOString()
    const word = `${name.toLowerCase().slice(0, 20) || 'text'}-${n}`
    return pattern.startsWith('^https?://') ? `https://hooks.acme.example/${word}` : word
  },
  integer: ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }, n) => Math.min(minimum + n, maximum),
  number: ({ minimum = 0 }, n) => minimum + n + 0.5,
  boolean: (_, n) => n % 2 === 0,
  array: ({ items = {} }, n, name) => [sampleOf(items, n, name), sampleOf(items, n + 1, name)],
  object: ({ properties = {} }, n, name) =>
    openObjects[name] ??
    Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [
        key,
        schema.readOnly ? null : sampleOf(schema, n, key),
      ]),
    ),
}

/** The type of a value that is not null. */
export const typeOf = ({ type }: JsonSchema): string =>
  [type ?? 'object'].flat().find((one) => one !== 'null') ?? 'null'

/** A value at one place inside another: `at` its path, `['tags', 0]` for the first tag. */
export interface Probe {
  readonly about: string
  readonly value: unknown
  readonly isAllowed: boolean
  /** Where a refusal must point, below the field. */
  readonly path: readonly (string | number)[]
}

/** For each limit in a schema, the last value within it and the first beyond it. */
export function* limitProbes(schema: JsonSchema, name: string): Generator<Probe> {
  yield* (probesByType[typeOf(schema)] ?? none)(schema, name)
}

type Prober = (schema: JsonSchema, name: string) => Generator<Probe>

function* none(): Generator<Probe> {}

const allowed = (about: string, value: unknown): Probe => ({ about, value, isAllowed: true, path: [] })
const refused = (about: string, value: unknown): Probe => ({ about, value, isAllowed: false, path: [] })

const probesByType: Readonly<Record<string, Prober>> = {
  *string({ enum: values, maxLength, minLength, pattern, format }) {
    if (values) {
      for (const value of values) if (value !== null) yield allowed(`enum ${value}`, value)
      yield refused('enum: another word', 'no-such-word')
      yield refused('enum: another case', String(values[0]).toUpperCase())
      return
    }
    if (format === 'date-time') {
      for (const text of ['2026-02-29T00:00:00Z', '2026-11-15', '2026-11-15T12:00:00', 'tomorrow'])
        yield refused(`date-time ${text}`, text)
      return
    }
    const fits = (text: string): boolean => pattern === undefined || new RegExp(pattern, 'u').test(text)
    if (maxLength !== undefined) {
      const longest = textsOf(maxLength).filter(fits)
      for (const text of longest) yield allowed(`maxLength ${maxLength} of ${text[0]}`, text)
      yield refused(`maxLength ${maxLength}`, 'a'.repeat(maxLength + 1))
    }
    if (minLength !== undefined) yield refused(`minLength ${minLength}`, 'a'.repeat(minLength - 1))
    for (const text of ['', ' \t\n', 'No Such Word!']) {
      if (!fits(text)) yield refused(`pattern: ${JSON.stringify(text)}`, text)
    }
  },
  *integer({ minimum, maximum }) {
    if (minimum !== undefined) {
      yield allowed(`minimum ${minimum}`, minimum)
      yield refused(`minimum ${minimum}`, minimum - 1)
    }
    if (maximum !== undefined) {
      yield allowed(`maximum ${maximum}`, maximum)
      yield refused(`maximum ${maximum}`, maximum + 1)
    }
    yield refused('integer: a fraction', (minimum ?? 0) + 0.5)
  },
  *number({ minimum }) {
    if (minimum === undefined) return
    yield allowed(`minimum ${minimum}`, minimum)
    yield refused(`minimum ${minimum}`, minimum - 0.001)
  },
  *array({ items = {}, minItems, maxItems }, name) {
    const some = (count: number) => Array.from({ length: count }, (_, n) => sampleOf(items, n, name))
    if (minItems !== undefined) {
      yield allowed(`minItems ${minItems}`, some(minItems))
      yield refused(`minItems ${minItems}`, some(minItems - 1))
    }
    if (maxItems !== undefined) {
      yield allowed(`maxItems ${maxItems}`, some(maxItems))
      yield refused(`maxItems ${maxItems}`, some(maxItems + 1))
    }
    for (const probe of limitProbes(items, name)) yield within(probe, 0, (value) => [value])
    for (const value of wrongTypes(items))
      yield within(refused(`type ${typeof value}`, value), 0, (one) => [one])
  },
  *object(schema, name) {
    const whole = sampleOf(schema, 0, name) as Readonly<Record<string, unknown>>
    for (const [key, inner] of Object.entries(schema.properties ?? {})) {
      if (inner.readOnly) continue
      const place = (value: unknown) => ({ ...whole, [key]: value })
      for (const probe of limitProbes(inner, key)) yield within(probe, key, place)
      for (const value of wrongTypes(inner)) yield within(refused(`type ${typeof value}`, value), key, place)
    }
    for (const key of schema.required ?? []) {
      const { [key]: _, ...rest } = whole
      yield { about: `${key} is required`, value: rest, isAllowed: false, path: [key] }
    }
    if (schema.additionalProperties === false)
      yield { about: 'unknown member', value: { ...whole, nope: 1 }, isAllowed: false, path: ['nope'] }
  },
}

const within = (
  { about, value, isAllowed, path }: Probe,
  key: string | number,
  place: (value: unknown) => unknown,
): Probe => ({
  about: `${key}: ${about}`,
  value: place(value),
  isAllowed,
  path: [key, ...path],
})

/** Texts of an exact length, in characters: plain, beyond the basic plane (if a body can hold it), like a host name. */
const textsOf = (length: number): readonly string[] => [
  'a'.repeat(length),
  ...(length <= 10_000 ? ['𝄞'.repeat(length)] : []),
  Array.from({ length }, (_, index) => (index % 50 === 49 ? '.' : 'b')).join(''),
]

/** One value of each JSON type that a schema does not accept. */
export function wrongTypes(schema: JsonSchema): readonly unknown[] {
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return []
  const samples: Readonly<Record<string, unknown>> = {
    string: '1',
    number: 1.5,
    boolean: true,
    array: [],
    object: {},
    null: null,
  }
  const taken = new Set(types.includes('integer') ? [...types, 'number'] : types)
  return Object.entries(samples).flatMap(([type, value]) => (taken.has(type) ? [] : [value]))
}
