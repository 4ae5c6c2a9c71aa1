import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds } from '@svc/model'
import { labelOf } from '../../packages/console/src/catalog/words.ts'
import { inWords } from '../../packages/console/src/design/in-words.ts'

test('words of the API are said as people write them', () => {
  const said = {
    atRisk: 'at risk',
    load_balancer: 'load balancer',
    rolling30d: 'rolling 30 days',
    rest: 'REST',
    grpc: 'gRPC',
    consumes_api: 'consumes API',
    'openapi-json': 'OpenAPI JSON',
    dns_txt: 'DNS TXT',
    aws: 'AWS',
    component: 'project',
    newBug: 'new',
  }
  for (const [word, expected] of Object.entries(said)) assert.equal(inWords(word), expected)
})

test('what is no word of the API stays as it is', () => {
  assert.equal(inWords('2.4.0-beta'), '2.4.0-beta')
  assert.equal(inWords('gold'), 'gold')
  for (const word of ['constructor', '__proto__', 'valueOf']) assert.equal(typeof inWords(word), 'string')
})

test('no two values of a field are said alike, so that a choice is a choice', () => {
  for (const kind of allKinds) {
    for (const [key, { schema }] of Object.entries(kind.fields)) {
      const words = (schema.enum ?? []).filter((one) => one !== null).map((one) => inWords(String(one)))
      assert.equal(new Set(words).size, words.length, `${kind.name}.${key}: ${words}`)
    }
  }
})

test('no two fields of a kind are called alike, so that a column can be told from another', () => {
  for (const kind of allKinds) {
    const labels = Object.entries(kind.fields)
      .filter(([, { traits }]) => !traits.internal)
      .map(([key]) => labelOf(key, kind.name))
    const twice = labels.filter((label, place) => labels.indexOf(label) !== place)
    assert.deepEqual(twice, [], kind.name)
  }
})

test('a kind may mean something of its own by a word', () => {
  assert.equal(labelOf('targetId'), 'For')
  assert.equal(labelOf('targetId', 'deployment'), 'Target ID')
})
