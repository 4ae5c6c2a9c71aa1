import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildList } from './kept-list.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })

test('a kept list is what its items say, whichever of them were replaced', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text, times: fc.constantFrom(1, 10, 3_000) }), { maxLength: 12 }),
      fc.array(fc.array(fc.record({ at: fc.nat(20), text, times: fc.constantFrom(0, 1, 5_000) })), {
        maxLength: 4,
      }),
      (first, rounds) => {
        const items = first.map((one) => JSON.stringify(one.text.repeat(one.times)))
        const built = buildList('{"things":[')
        for (const [at, item] of items.entries()) built.add(`thing ${at}`, item)
        const list = built.end('],"nextCursor":null}')
        for (const round of [[], ...rounds]) {
          const before = { body: list.body, text: textOf(list.body.parts) }
          const now = new Map<string, string>()
          for (const { at, text, times } of round) {
            if (items.length === 0) continue
            items[at % items.length] = JSON.stringify(text.repeat(times))
            now.set(`thing ${at % items.length}`, items[at % items.length] ?? '')
          }
          list.replace(now)
          assert.equal(textOf(list.body.parts), `{"things":[${items.join(',')}],"nextCursor":null}`)
          assert.equal(list.body.length, Buffer.concat(list.body.parts).length)
          assert.equal(textOf(before.body.parts), before.text, 'one that is being sent stays as it was')
          for (const at of items.keys()) assert.ok(list.has(`thing ${at}`))
          assert.ok(!list.has('thing'))
        }
      },
    ),
    { numRuns: 30 },
  )
})

const textOf = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString()
