import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, type Kind, kinds } from '@svc/model'
import { inReferenceOrder } from './reference-order.ts'

/** A kind that references others. */
const pointing = (name: string, ...targets: readonly string[]): Kind => {
  const { leadUid } = kinds.team.fields
  const fields = targets.map((target) => [`${target}Id`, { ...leadUid, target }])
  return { ...(kinds.team as Kind), name, fields: Object.fromEntries(fields) }
}

const names = (order: readonly Kind[]): string => order.map(({ name }) => name).join(' ')

test('each kind comes after those it references', () => {
  const order = inReferenceOrder([pointing('a', 'b', 'c'), pointing('b', 'c'), pointing('c', 'elsewhere')])
  assert.equal(names(order), 'c b a')
})

test('cycles and self-references have an order too', () => {
  const circle = [pointing('a', 'b'), pointing('b', 'c'), pointing('c', 'a', 'c')]
  assert.equal(names(inReferenceOrder(circle)), 'c b a')
})

test('of the kinds that are managed as code, none references a later one', () => {
  const kept = inReferenceOrder(allKinds.filter(({ resourceType }) => resourceType !== undefined))
  for (const [place, { name, fields }] of kept.entries()) {
    for (const { target } of Object.values(fields)) {
      const targets = typeof target === 'object' ? Object.values(target.kinds) : [target]
      const ahead = kept.slice(place).filter((kind) => targets.includes(kind.name))
      assert.deepEqual(ahead, [], `${name} references ${names(ahead)}`)
    }
  }
})
