import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Diagnostic, error, type Path, warning } from './diagnostic.ts'
import { diagnostic } from './messages.ts'
import type { Type } from './type.ts'
import { fromWireDiagnostics, toWireDiagnostics, toWirePath } from './wire-diagnostics.ts'

const type: Type = [
  'object',
  {
    name: 'string',
    rules: ['list', ['object', { by_key: ['map', 'string'] }]],
    ports: ['set', ['object', { port: 'number' }]],
    pair: ['tuple', ['string', 'number']],
    place: ['object', { name: 'string' }],
    labels: ['map', ['object', { name: 'string' }]],
    any: 'dynamic',
  },
]

const paths: readonly (readonly [Path, ReturnType<typeof toWirePath>['steps']])[] = [
  [['name'], [{ attributeName: 'name' }]],
  [
    ['rules', 0],
    [{ attributeName: 'rules' }, { elementKeyInt: 0 }],
  ],
  [
    ['rules', 1, 'by_key', 'a'],
    [
      { attributeName: 'rules' },
      { elementKeyInt: 1 },
      { attributeName: 'by_key' },
      { elementKeyString: 'a' },
    ],
  ],
  [
    ['pair', 1],
    [{ attributeName: 'pair' }, { elementKeyInt: 1 }],
  ],
  [['ports', 0, 'port'], [{ attributeName: 'ports' }]],
  [['any', 'a'], [{ attributeName: 'any' }]],
  [
    ['rules', 0, 'gone'],
    [{ attributeName: 'rules' }, { elementKeyInt: 0 }],
  ],
  [['gone', 'name'], []],
]

for (const [path, steps] of paths) {
  test(`${JSON.stringify(path)} is followed as far as it leads`, () => {
    assert.deepEqual(toWirePath(path, type), { steps })
  })
}

test('a diagnostic comes over as it is', () => {
  const told = [error('Bad', 'Very bad.', ['rules', 0]), warning('Odd'), error('No place', 'At all.')]
  assert.deepEqual(overTheWire(told), told)
})

test('a diagnostic points no further in than a host finds its way', () => {
  const told = [
    ['rules', 0, 'by_key', 'a'],
    ['labels', 'a', 'name'],
    ['place', 'name'],
  ].map((path) => error('Bad', 'Very bad.', path))
  assert.deepEqual(
    overTheWire(told).map(({ path }) => path),
    [['rules', 0], ['labels', 'a'], ['place']],
  )
})

const overTheWire = (told: readonly Diagnostic[]) =>
  fromWireDiagnostics(toWireDiagnostics(told, type).map((one) => diagnostic.decode(diagnostic.encode(one))))
