import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, kinds } from '../kinds/index.ts'
import { faultsOf } from './faults.ts'
import { filtersOf } from './filters.ts'
import { type Kind, lastPart, listKeyOf, scopeFor } from './kind.ts'
import { shape } from '../shape/shape.ts'
import { isRequired, schemasOf } from './schemas.ts'
import { shown } from './shown.ts'

test('a record has exactly the visible fields, all of them required', () => {
  for (const kind of allKinds) {
    const { properties = {}, required, additionalProperties } = schemasOf(kind).record
    const visible = Object.keys(kind.fields).filter((key) => !kind.fields[key]?.traits.internal)
    // The mark of deleted records is only present if they were requested.
    assert.deepEqual(
      Object.keys(properties).filter((key) => key !== kind.softDelete),
      visible,
      kind.name,
    )
    assert.deepEqual(required, visible, kind.name)
    assert.equal(additionalProperties, false)
  }
})

test('a body takes the same fields, and requires those without a default', () => {
  for (const kind of allKinds) {
    const { record, create, update } = schemasOf(kind)
    const keys = Object.keys(record.properties ?? {})
    assert.deepEqual(Object.keys(create.properties ?? {}), keys)
    assert.deepEqual(Object.keys(update.properties ?? {}), keys)
    assert.deepEqual(update.required, [])
    const asked = keys.filter((key) => kind.fields[key] && isRequired(kind.fields[key]))
    assert.deepEqual(create.required, asked, kind.name)
  }
})

test('read-only fields accept any value, unless they guard', () => {
  for (const kind of allKinds) {
    const { create, update, record } = schemasOf(kind)
    for (const [key, { traits }] of Object.entries(kind.fields)) {
      if (!traits.managed || traits.internal) continue
      assert.equal(record.properties?.[key]?.readOnly, true, `${kind.name}.${key}`)
      assert.equal(create.properties?.[key]?.type, undefined)
      assert.equal(update.properties?.[key]?.type, traits.guards ? 'integer' : undefined)
    }
  }
})

test('the schemas of a kind are built once', () => {
  assert.equal(schemasOf(kinds.api), schemasOf(kinds.api))
})

test('null may be added to any schema, including enums', () => {
  assert.deepEqual(shape.nullable({ type: 'string', maxLength: 3 }), {
    type: ['string', 'null'],
    maxLength: 3,
  })
  assert.deepEqual(shape.nullable({ type: 'string', enum: ['a'] }), {
    type: ['string', 'null'],
    enum: ['a', null],
  })
  assert.deepEqual(shape.nullable({ type: ['string', 'null'] }), { type: ['string', 'null'] })
})

test('filters are those that were agreed on, for each kind that has the field', () => {
  const table: Readonly<Record<string, string>> = {
    project: 'ownerTeamId lifecycle type tier tag q archived',
    api: 'componentId ownerTeamId kind lifecycle tag q',
    resource: 'componentId ownerTeamId kind provider lifecycle tag q',
    system: 'ownerTeamId domainId lifecycle tag q',
    domain: 'ownerTeamId tag q',
    issue: 'appId severity status statusGroup issueType assignedToUid q',
    slo: 'appId type status q',
    oncall_binding: 'scope targetId provider',
    secret: 'type appId',
    deployment: 'appId platform status',
    cost_entry: 'appId',
    drift_snapshot: 'appId',
    runbook: 'runbookType appId severity tag q',
  }
  for (const kind of allKinds) {
    const expected = table[kind.name]
    if (expected)
      assert.deepEqual(
        Object.keys(filtersOf(kind)),
        expected.split(' '),
        `${kind.name}: agree on the filter, then add it to this table`,
      )
  }
})

test('a filter on an enum accepts its values, any other accepts any text', () => {
  const { lifecycle, ownerTeamId, tag, q } = filtersOf<Kind>(kinds.api)
  assert.deepEqual(lifecycle?.enum, ['experimental', 'production', 'deprecated', 'retired'])
  for (const filter of [ownerTeamId, tag, q]) {
    assert.equal(filter?.type, 'string')
    assert.equal(filter?.enum, undefined)
  }
  assert.deepEqual(filtersOf<Kind>(kinds.project).archived?.enum, ['true', 'false', 'all'])
})

test('a filter on an optional reference accepts none, but not the text null', () => {
  const { ownerTeamId } = filtersOf(kinds.api)
  assert.deepEqual([...faultsOf(ownerTeamId ?? {}, 'none')], [])
  assert.deepEqual([...faultsOf(ownerTeamId ?? {}, 'nullable')], [])
  assert.match(String([...faultsOf(ownerTeamId ?? {}, 'null')][0]?.message), /none for records without one/)
  assert.match(String(ownerTeamId?.description), /`none` returns those without one/)
  // An issue always has a project.
  assert.equal(filtersOf(kinds.issue).appId?.pattern, undefined)
})

test('a list is named after the last part of its path', () => {
  assert.equal(lastPart('/oncall/bindings'), 'bindings')
  assert.equal(lastPart('/api-keys'), 'apiKeys')
  assert.equal(listKeyOf(kinds.costEntry), 'entries')
  assert.equal(listKeyOf(kinds.identityProvider), 'providers')
  assert.equal(listKeyOf(kinds.ssoDomain), 'domains')
})

test('reading needs read, writing write, deleting admin, unless a kind requires more', () => {
  assert.deepEqual(
    (['list', 'read', 'create', 'update', 'delete'] as const).map((verb) => scopeFor(kinds.api, verb)),
    ['read', 'read', 'write', 'write', 'admin'],
  )
  assert.equal(scopeFor(kinds.secret, 'list'), 'admin')
  assert.equal(scopeFor(kinds.costEntry, 'list'), 'admin')
  assert.equal(scopeFor(kinds.identityProvider, 'create'), 'admin')
})

test('internal fields of a record are not shown', () => {
  assert.deepEqual(shown(kinds.token, { id: 'tok_x', digest: 'secret', name: 'x' }), {
    id: 'tok_x',
    name: 'x',
  })
})
