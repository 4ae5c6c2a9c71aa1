import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../kind/field.ts'
import type { Kind } from '../kind/kind.ts'
import { allKinds, kindNamed, kinds } from './index.ts'
import { modes } from '../vocabulary.ts'

const fieldsOf = (kind: Kind) => Object.entries(kind.fields)
const everyField = allKinds.flatMap((kind) => fieldsOf(kind).map(([key, field]) => ({ kind, key, field })))

for (const trait of ['name', 'title', 'table', 'idPrefix'] as const) {
  test(`no two kinds have the same ${trait}`, () => {
    const values = allKinds.map((kind) => kind[trait])
    assert.equal(new Set(values).size, values.length, values.join(', '))
  })
}

test('a kind is found by its name', () => {
  for (const kind of allKinds) assert.equal(kindNamed(kind.name), kind)
  assert.throws(() => kindNamed('nope'), /nope/)
})

test('every kind and every field says what it is, in a sentence', () => {
  for (const { about } of allKinds) assert.match(about, /^\S.*\.$/)
  for (const { kind, key, field } of everyField)
    assert.match(field.traits.about, /^\S.*[.…]$/, `${kind.name}.${key}`)
})

test('every record has an id that only the service sets', () => {
  for (const { fields } of allKinds) {
    assert.equal(fields.id?.type, 'id')
    assert.equal(fields.id?.traits.managed, true)
  }
})

test('when a record was created and last changed is bookkeeping in every kind', () => {
  for (const { kind, key, field } of everyField) {
    const isBookkeeping = ['id', 'createdAt', 'updatedAt'].includes(key) && !field.traits.internal
    assert.equal(field.traits.bookkeeping === true, isBookkeeping, `${kind.name}.${key}`)
    if (isBookkeeping) assert.equal(field.traits.silent, true, `${kind.name}.${key}`)
  }
})

test('references point at existing kinds', () => {
  for (const { kind, key, field } of everyField) {
    const { target } = field
    if (target === undefined) continue
    const names = typeof target === 'string' ? [target] : Object.values(target.kinds)
    for (const name of names) assert.ok(kindNamed(name), `${kind.name}.${key}`)
    if (typeof target !== 'object') continue
    const words = kind.fields[target.by]?.schema.enum
    assert.deepEqual(words?.toSorted(), Object.keys(target.kinds).sort(), `${kind.name}.${key}: ${target.by}`)
  }
})

test('records of an organisation refer to records of a mode only if they say of which', () => {
  for (const { kind, key, field } of everyField) {
    if (kind.home !== 'organisation' || typeof field.target !== 'string' || field.traits.derivedFrom) continue
    const { modeBy } = field.traits
    const home = modeBy === undefined ? 'organisation' : 'partition'
    assert.equal(kindNamed(field.target).home, home, `${kind.name}.${key}`)
    if (modeBy !== undefined) assert.deepEqual(kind.fields[modeBy]?.schema.enum, modes, `${kind.name}.${key}`)
  }
})

test('a default fits its field', () => {
  for (const { kind, key, field } of everyField) {
    const { default: value, nullable, measured } = field.traits
    if (value === undefined) continue
    // In Terraform an omitted attribute is null: it must be unambiguous, or keep what svc has.
    assert.ok(!nullable || measured, `${kind.name}.${key} has both a default and null`)
    assert.equal(jsonType(value), field.schema.type, `${kind.name}.${key}`)
    if (field.schema.enum) assert.ok(field.schema.enum.includes(value), `${kind.name}.${key}`)
  }
})

test('an example names only fields that a caller may write', () => {
  for (const kind of allKinds) {
    for (const key of Object.keys(kind.example)) {
      const traits = kind.fields[key]?.traits
      assert.ok(traits && !traits.managed && !traits.internal, `${kind.name}.${key}`)
    }
  }
})

test('a kind refers only to fields that it has', () => {
  for (const kind of allKinds) {
    const {
      sortBy,
      hiddenBy,
      softDelete,
      activeBy,
      openBy,
      search = [],
      unique = [],
      requiredFilters = [],
      rules = [],
    } = kind
    const named = [
      sortBy,
      hiddenBy,
      softDelete,
      activeBy,
      openBy?.field,
      ...search,
      ...unique,
      ...rules.map(({ field }) => field),
    ]
    for (const key of named) if (key !== undefined) assert.ok(kind.fields[key], `${kind.name}.${key}`)
    for (const key of requiredFilters) assert.ok(kind.fields[key]?.traits.filter, `${kind.name}.${key}`)
    if (hiddenBy) assert.equal(kind.fields[hiddenBy]?.type, 'boolean')
    if (softDelete) assert.equal(kind.fields[softDelete]?.type, 'boolean')
    if (activeBy) assert.equal(kind.fields[activeBy]?.type, 'boolean')
    for (const value of openBy?.values ?? [])
      assert.ok(kind.fields[openBy?.field ?? '']?.schema.enum?.includes(value))
  }
})

test('a record that can change has the time of its last change', () => {
  for (const kind of allKinds.filter(({ verbs }) => verbs.includes('update')))
    assert.equal(kind.fields.updatedAt?.traits.managed, true, kind.name)
})

test('texts have the agreed maximum lengths', () => {
  const max = (field: Field | undefined) => field?.schema.maxLength
  for (const { kind, key, field } of everyField) {
    const about = `${kind.name}.${key}`
    if (key === 'title' || (key === 'name' && kind.name !== 'api_key')) assert.equal(max(field), 200, about)
    if (key === 'description') assert.equal(max(field), 10_000, about)
    if (/Url$/.test(key)) assert.equal(max(field), 2_048, about)
    if (key === 'tags') {
      assert.equal(field.schema.maxItems, 50, about)
      assert.equal(field.schema.items?.maxLength, 64, about)
    } else if (['texts', 'refs'].includes(field.type)) assert.equal(field.schema.maxItems, 1_000, about)
    if (field.type === 'text') assert.ok(max(field) !== undefined, `${about} has a limit`)
  }
  assert.equal(max(kinds.runbook.fields.bodyMd), 500_000)
  assert.equal(kinds.dependency.fields.type.schema.pattern, '^[a-z0-9_-]{1,64}$')
})

const jsonType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value
