import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { edgeTypes } from '../kinds/dependency.ts'
import { kindNamed } from '../kinds/index.ts'
import { type EntityKind, entityKinds } from '../vocabulary.ts'
import { entityRelations, hitEndOf } from './failure.ts'

interface Row {
  readonly names: readonly string[]
  readonly written: string
  readonly fails: string
  readonly hit: string
}

const words = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, one = '']) => one)

/** The table of the section, row by row. */
function rows(): readonly Row[] {
  const text = readFileSync(new URL('../../../../docs/numbers.md', import.meta.url), 'utf8')
  const [, after = ''] = text.split('### How failure travels')
  const [section = ''] = after.split('\n#')
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| edge or relation'))
    .map((line) => {
      const [, names = '', written = '', fails = '', hit = ''] = line.split('|').map((cell) => cell.trim())
      return { names: words(names), written, fails, hit }
    })
}

const nounOf = (kind: EntityKind): string => kindNamed(entityKinds[kind]).noun

test('docs/numbers.md says of every edge and relation what the model does', () => {
  const edges = rows().filter(({ written }) => written === 'edge')
  const named = new Map(edges.flatMap(({ names, hit }) => names.map((name) => [name, words(hit)[0]])))
  const relationTypes = new Set(entityRelations.map(({ type }) => type))
  for (const type of Object.keys(edgeTypes))
    assert.ok(named.has(type) || relationTypes.has(type), `${type} is in the table`)
  for (const [type, hit] of named) assert.equal(hitEndOf(type), hit, type)
  const other = edges.find(({ names }) => names.length === 0)
  assert.deepEqual([words(other?.fails ?? ''), words(other?.hit ?? '')], [['to'], ['from']])
  for (const type of ['our-own', 'constructor', '__proto__']) assert.equal(hitEndOf(type), 'from')

  const told = rows()
    .filter(({ written }) => written !== 'edge')
    .flatMap(({ names, written, fails, hit }) =>
      words(written).map((field) => ({ type: names[0], field, written, fails, hit })),
    )
  assert.deepEqual(
    told.map(({ type, field }) => `${type} ${field}`).toSorted(),
    entityRelations.map(({ type, field }) => `${type} ${field}`).toSorted(),
  )
  for (const { type, field, isArray, holder, target, holderEnd } of entityRelations) {
    const row = told.find(
      (one) => one.type === type && one.field === field && one.written.includes(nounOf(holder)),
    )
    const isHolderHit = holderEnd === hitEndOf(type)
    const [holderWord, targetWord] = [
      `the ${nounOf(holder)}`,
      isArray ? 'the member' : `the ${nounOf(target)}`,
    ]
    assert.equal(row?.hit, isHolderHit ? holderWord : targetWord, `${holder}.${field}`)
    assert.equal(row?.fails, isHolderHit ? targetWord : holderWord, `${holder}.${field}`)
  }
})
