import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bool,
  bytes,
  int64,
  lazy,
  type Message,
  map,
  message,
  optional,
  repeated,
  single,
  text,
} from './protobuf.ts'

interface Tree {
  readonly name: string
  readonly branches: readonly Tree[]
}

const tree: Message<Tree> = message({
  name: single(1, text),
  branches: repeated(
    2,
    lazy(() => tree),
  ),
})

const everything = message({
  word: single(1, text),
  blob: single(2, bytes),
  flag: single(3, bool),
  count: single(4, int64),
  maybeWord: optional(5, text),
  maybeCount: optional(6, int64),
  words: repeated(7, text),
  byName: map(8, int64),
  tree: optional(20, tree),
  trees: map(300, tree),
})

const hex = (encoded: Uint8Array): string => Buffer.from(encoded).toString('hex')

const spelled = [
  { about: 'nothing', value: {}, expected: '' },
  {
    about: 'zeros without presence',
    value: { word: '', flag: false, count: 0, blob: new Uint8Array() },
    expected: '',
  },
  { about: 'zeros with presence', value: { maybeWord: '', maybeCount: 0 }, expected: '2a003000' },
  { about: 'a word', value: { word: 'é' }, expected: '0a02c3a9' },
  { about: 'two bytes of varint', value: { count: 300 }, expected: '20ac02' },
  { about: 'a negative number', value: { count: -1 }, expected: '20ffffffffffffffffff01' },
  { about: 'repeated words', value: { words: ['a', ''] }, expected: '3a01613a00' },
  { about: 'a map', value: { byName: { a: 1 } }, expected: '42050a01611001' },
  { about: 'a map to zero', value: { byName: { a: 0 } }, expected: '42050a01611000' },
  { about: 'a tag of two bytes', value: { tree: { name: 'a', branches: [] } }, expected: 'a201030a0161' },
]

for (const { about, value, expected } of spelled) {
  test(`${about} is written as ${expected || 'nothing'}`, () => {
    assert.equal(hex(everything.encode(value)), expected)
  })
}

const leaves = fc.string().map((name): Tree => ({ name, branches: [] }))
const bushes = fc.tuple(fc.string(), fc.array(leaves, { maxLength: 3 })).map(toTree)
const trees = fc.tuple(fc.string(), fc.array(fc.oneof(leaves, bushes), { maxLength: 3 })).map(toTree)

function toTree([name, branches]: [string, Tree[]]): Tree {
  return { name, branches }
}

const keys = fc.string().filter((key) => key !== '__proto__')
const values = fc.record(
  {
    word: fc.string({ unit: 'grapheme' }),
    blob: fc.uint8Array({ maxLength: 300 }).map((blob) => Buffer.from(blob)),
    flag: fc.boolean(),
    count: fc.maxSafeInteger().map((count) => count || 0),
    maybeWord: fc.option(fc.string(), { nil: undefined }),
    maybeCount: fc.option(fc.integer(), { nil: undefined }),
    words: fc.array(fc.string()),
    byName: fc.dictionary(keys, fc.integer(), { noNullPrototype: true }),
    tree: fc.option(trees, { nil: undefined }),
    trees: fc.dictionary(keys, trees, { maxKeys: 3, noNullPrototype: true }),
  },
  { noNullPrototype: true },
)

test('what is written is read back', () => {
  fc.assert(
    fc.property(values, (value) => {
      const { blob, ...rest } = everything.decode(everything.encode(value))
      assert.deepEqual({ ...rest, blob: hex(blob) }, { ...value, blob: hex(value.blob) })
    }),
  )
})

test('a message inside another keeps its length, however many bytes that takes', () => {
  for (const length of [0, 1, 120, 123, 124, 125, 126, 127, 128, 129, 16_380, 16_384, 2_097_152]) {
    const name = 'x'.repeat(length)
    const value = { tree: { name: 'outer', branches: [{ name, branches: [] }] }, word: 'after' }
    const read = everything.decode(everything.encode(value))
    assert.equal(read.tree?.branches[0]?.name.length, length)
    assert.equal(read.word, 'after')
  }
})

test('fields that are not in the table are skipped', () => {
  const little = message({ count: single(4, int64), maybeCount: optional(6, int64) })
  fc.assert(
    fc.property(values, (value) => {
      const { count, maybeCount } = value
      assert.deepEqual(little.decode(everything.encode(value)), { count, maybeCount })
    }),
  )
})

test('fields of fixed width are skipped, and a field of another wire type than expected', () => {
  const fixed = Buffer.from('4d00000000' + '510000000000000000' + '0805' + '2007', 'hex')
  assert.equal(everything.decode(fixed).count, 7)
})

test('the last of several wins, as in a merge', () => {
  const twice = Buffer.concat([everything.encode({ count: 1, word: 'a' }), everything.encode({ count: 2 })])
  const { count, word } = everything.decode(twice)
  assert.deepEqual([count, word], [2, 'a'])
})

test('a message that was cut short is refused, never read beyond', () => {
  const whole = everything.encode({ tree: { name: 'abc', branches: [{ name: 'd', branches: [] }] } })
  for (let length = 1; length < whole.length; length++) {
    const larger = new Uint8Array(64).fill(0x61)
    larger.set(whole.subarray(0, length))
    assert.throws(() => everything.decode(larger.subarray(0, length)), /ends too early/, `${length}`)
  }
})

for (const [about, encoded] of [
  ['a number without an end', '20ffffffffffffffffffff01'],
  ['a number that a double cannot hold', '20ffffffffffffffff7f'],
  ['a length beyond all bounds', '0affffffffffffff01'],
  ['a group, which proto3 does not have', '0b'],
] as const) {
  test(`${about} is refused`, () => assert.throws(() => everything.decode(Buffer.from(encoded, 'hex'))))
}
