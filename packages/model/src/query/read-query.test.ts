import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allKinds, kinds } from '../kinds/index.ts'
import { queryKeysOf } from './query-keys.ts'
import { asQueryValue, asQueryWord, piecesOfQuery } from './query-text.ts'
import { queryLimits, readQueryText } from './read-query.ts'

const said = (text: string) => {
  const { terms, words, faults } = readQueryText(kinds.project, text)
  assert.deepEqual(faults, [])
  return { terms: terms.map(({ key, way, values }) => [key.key, way, ...values]), words }
}

const wrong = (text: string, kind: (typeof allKinds)[number] = kinds.project): string => {
  const [fault] = readQueryText(kind, text).faults
  return fault ? `${fault.position}: ${fault.message}` : ''
}

test('terms, words and quotes', () => {
  assert.deepEqual(said('owner:payments  checkout lifecycle:Production,deprecated -tag:"to do" no:tier'), {
    terms: [
      ['owner', 'has', 'payments'],
      ['lifecycle', 'has', 'production', 'deprecated'],
      ['tag', 'not', 'to do'],
      ['tier', 'lacks'],
    ],
    words: ['checkout'],
  })
  assert.deepEqual(said('"two words" it\'s 50%'), { terms: [], words: ['two words', "it's", '50%'] })
  assert.deepEqual(said('tag:"a \\"b\\" \\\\"').terms, [['tag', 'has', 'a "b" \\']])
})

test('is: stands for what lists leave out, and for what is open', () => {
  assert.deepEqual(said('is:archived').terms, [['archived', 'has', 'true']])
  assert.deepEqual(said('-is:archived').terms, [['archived', 'has', 'false']])
  const { terms } = readQueryText(kinds.issue, '-is:open')
  assert.deepEqual(
    terms.map(({ key, way, values }) => [key.filter, way, ...values]),
    [['statusGroup', 'not', 'backlog', 'active']],
  )
})

test('a fault says where it is and what is allowed', () => {
  assert.match(
    wrong('🙂 lifecycel:production'),
    /^3: lifecycel is not a key of projects; did you mean lifecycle\? Allowed: owner, /,
  )
  assert.match(wrong('lifecycle:prodution'), /^11: .*experimental, production.*did you mean production\?/)
  assert.match(wrong('owner:'), /^7: owner: needs a value/)
  assert.match(wrong('tag:a,'), /^7: tag: needs a value/)
  assert.match(wrong('tag:"a'), /^5: this quote is not closed/)
  assert.match(wrong('-checkout'), /^1: only a key can be excluded/)
  assert.match(wrong('-archived:true'), /^1: archived cannot be excluded/)
  assert.match(wrong('no:archived'), /^4: archived cannot be missing; allowed: no:owner/)
  assert.match(wrong('is:open'), /^4: is: must be one of is:archived/)
  assert.match(wrong('tier:one'), /^6: tier: /)
  assert.match(wrong('word', kinds.deployment), /^1: deployments cannot be searched by a word/)
  assert.match(wrong('a '.repeat(queryLimits.terms + 1)), /^41: a query has at most 20 terms/)
  assert.match(wrong(`tag:${'a,'.repeat(10)}a`), /at most 10 values/)
  assert.match(wrong('a'.repeat(501)), /^502: a query has at most 500 characters/)
  assert.match(wrong('__proto__:x constructor:y'), /is not a key/)
})

test('every filter has a key of its own, and its own name is one', () => {
  for (const kind of allKinds) {
    const keys = queryKeysOf(kind)
    const words = keys.flatMap(({ aliases }) => aliases)
    assert.equal(new Set(words).size, words.length, `${kind.name}: ${words.join()}`)
    for (const { key, filter, aliases } of keys) {
      assert.ok(aliases.includes(key))
      if (filter !== undefined) assert.ok(aliases.includes(filter), `${kind.name}: ${filter}`)
      assert.match(key, /^[a-zA-Z][\w-]*$/)
      assert.ok(key !== 'is' && key !== 'no')
    }
  }
  assert.deepEqual(
    queryKeysOf(kinds.project).map(({ key }) => key),
    ['owner', 'lifecycle', 'type', 'tier', 'tag', 'archived', 'system'],
  )
})

const text = fc.string({ unit: 'grapheme', maxLength: 30 })

test('property: any text is read, and its pieces cover all but the spaces', () => {
  const near = fc
    .array(fc.constantFrom('owner', ':', '-', '"', '\\', ',', ' ', 'no', 'is', 'tag', 'é', '🙂', 'a'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(text, near), fc.constantFrom(...allKinds), (query, kind) => {
      const { faults } = readQueryText(kind, query)
      for (const { position } of faults) assert.ok(position >= 1 && position <= [...query].length + 1)
      let end = 0
      for (const piece of piecesOfQuery(query)) {
        assert.equal(query.slice(end, piece.start).trim(), '')
        assert.ok(piece.end > piece.start)
        for (const part of piece.values) assert.ok(part.start >= piece.start && part.end <= piece.end)
        end = piece.end
      }
      assert.equal(query.slice(end).trim(), '')
    }),
  )
})

test('property: what is written as a value or a word is read as the same again', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      value,
      (values, isNot, word) => {
        const query = `${isNot ? '-' : ''}tag:${values.map(asQueryValue).join(',')} ${asQueryWord(word)}`
        const { terms, words, faults } = readQueryText(kinds.project, query)
        assert.deepEqual(faults, [])
        assert.deepEqual(
          terms.map((term) => [term.way, ...term.values]),
          [[isNot ? 'not' : 'has', ...values]],
        )
        assert.deepEqual(words, [word])
      },
    ),
  )
})
