import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, kinds } from './kinds/index.ts'
import { pointersTo } from './pointers.ts'

const pointersOf = (...to: Parameters<typeof pointersTo>): readonly string[] =>
  pointersTo(...to).map(({ kind, key, onDelete }) => `${kind.name}.${key}: ${onDelete}`)

test('a record that refers to a project loses the reference or is deleted with it', () => {
  const pointers = pointersOf(kinds.project)
  for (const one of ['api.componentId: clear', 'runbook.linkedAppIds: clear', 'slo.appId: remove'])
    assert.ok(pointers.includes(one), `${one} is not among ${pointers.join(', ')}`)
})

test('a reference to one of several kinds counts for each of them', () => {
  for (const kind of [kinds.project, kinds.api, kinds.resource])
    assert.ok(pointersOf(kind).includes('link.entityId: remove'), kind.name)
})

test('every stored reference is a pointer, except those to records stored elsewhere', () => {
  const found = new Set(
    allKinds.flatMap((kind) => pointersTo(kind).map((one) => `${one.kind.name}.${one.key}`)),
  )
  for (const kind of allKinds)
    for (const [key, { target, traits }] of Object.entries(kind.fields)) {
      if (target === undefined || traits.derivedFrom) continue
      const names = typeof target === 'string' ? [target] : Object.values(target.kinds)
      const isFelt = allKinds.some(
        (one) => names.includes(one.name) && one.home === kind.home && !one.softDelete,
      )
      assert.equal(found.has(`${kind.name}.${key}`), isFelt, `${kind.name}.${key}`)
    }
})

test('derived references, and references to records that stay when deleted, are not pointers', () => {
  for (const kind of allKinds) {
    if (kind.softDelete) assert.deepEqual(pointersOf(kind), [], kind.name)
    for (const { field } of pointersTo(kind)) assert.equal(field.traits.derivedFrom, undefined)
  }
})
