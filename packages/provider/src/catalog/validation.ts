import { brokenRule, faultsOf, isRequired, type Kind, refusedValues, type Rule, rulesAsked } from '@svc/model'
import { type Diagnostic, error, type Path, spelledPath } from '../protocol/diagnostic.ts'
import { Decimal, type ObjectValue, Unknown } from '../protocol/value.ts'
import type { Column } from './attributes.ts'
import { attributePath, inCodeWords } from './paths.ts'
import { noObject } from './shape.ts'
import { stricterRules } from './stricter-rules.ts'

/** Checks a configuration against the model's own rules, as far as it is known. */
export function validate(kind: Kind, columns: readonly Column[], config: ObjectValue): readonly Diagnostic[] {
  const record = draftOf(columns, config)
  const found = [...fieldFaults(kind, columns, record)]
  const rules = (kind.rules ?? []).filter(({ on }) => on === undefined)
  return found.length > 0 ? found : [...ruleFaults(kind, columns, record, [...rules, ...stricterRules(kind)])]
}

/**
 * What an existing record may keep but a new one may not have, so that only a plan can tell: values that are no
 * longer accepted, and rules that are newer than the record.
 */
export function changeFaults(
  kind: Kind,
  columns: readonly Column[],
  { prior, planned }: { readonly prior: ObjectValue | null; readonly planned: ObjectValue },
): readonly Diagnostic[] {
  const before = prior && draftOf(columns, prior)
  const after = draftOf(columns, planned)
  const refused = [...refusedValues(kind, after, before)].map(({ path, message }) =>
    complaint(columns, path, inCodeWords(kind, message)),
  )
  const rules = rulesAsked(kind, after, before).filter(({ on }) => on !== undefined)
  return [...refused, ...ruleFaults(kind, columns, after, rules)]
}

type Draft = Readonly<Record<string, unknown>>

/** The record that the service would create from a configuration, defaults included. */
const draftOf = (columns: readonly Column[], config: ObjectValue): Draft =>
  Object.fromEntries(
    columns
      .filter(({ field }) => !field.traits.managed)
      .map(({ key, name, field, shape }) => {
        const given = shape.toJson(config[name] ?? null)
        return [key, given === null ? (field.traits.default ?? null) : given]
      }),
  )

function* fieldFaults(kind: Kind, columns: readonly Column[], record: Draft): Generator<Diagnostic> {
  for (const { key, field } of columns) {
    const value = record[key]
    if (field.traits.managed || value === null || value === undefined) continue
    for (const { path, message } of unsendable(value, [])) yield complaint(columns, [key, ...path], message)
    for (const { path, message } of faultsOf(field.schema, value, isOpen)) {
      yield complaint(columns, [key, ...path], inCodeWords(kind, message))
    }
  }
}

/** Not known yet, or already rejected for another reason. */
const isOpen = (value: unknown): boolean =>
  value instanceof Unknown || value === noObject || value instanceof Decimal || typeof value === 'bigint'

interface Found {
  readonly path: Path
  readonly message: string
}

function* unsendable(value: unknown, path: Path): Generator<Found> {
  if (value === noObject) yield { path, message: 'must be a JSON object as text, as written by jsonencode()' }
  else if (value instanceof Decimal || typeof value === 'bigint')
    yield { path, message: 'has more digits than svc can store: the maximum is 15' }
  else if (Array.isArray(value))
    for (const [index, one] of value.entries()) yield* unsendable(one, [...path, index])
  else if (typeof value === 'object' && value !== null && !(value instanceof Unknown))
    for (const [key, one] of Object.entries(value)) yield* unsendable(one, [...path, key])
}

/** Rules over several fields; one that reads an unknown value is skipped until it is known. */
function* ruleFaults(
  kind: Kind,
  columns: readonly Column[],
  record: Draft,
  rules: readonly Rule[],
): Generator<Diagnostic> {
  const guarded = guard(record) as never
  for (const rule of rules) {
    const required = kind.fields[rule.field]
    if (required && isRequired(required) && record[rule.field] === null) continue
    const broken = whenKnown(() => (rule.holds(guarded) ? undefined : brokenRule(rule, guarded)))
    if (!broken) continue
    const parts = broken.path.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    yield complaint(columns, parts, inCodeWords(kind, broken.message))
  }
}

class NotKnown extends Error {}

function whenKnown<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (thrown) {
    if (thrown instanceof NotKnown) return undefined
    throw thrown
  }
}

/** The same value, which throws when an unknown part of it is read. */
function guard(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isOpen(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return new Proxy(copy, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key)
      if (part instanceof Unknown) throw new NotKnown()
      return guard(part)
    },
  })
}

function complaint(columns: readonly Column[], parts: Path, message: string): Diagnostic {
  const path = attributePath(columns, parts)
  const name = spelledPath(path)
  return error(`Invalid ${name}`, `${name} ${message}.`, path)
}
