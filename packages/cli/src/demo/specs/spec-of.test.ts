import assert from 'node:assert/strict'
import { test } from 'node:test'
import { specFormatOf } from '@svc/model'
import { apis } from '../company/apis.ts'
import { specs } from '../company/specs.ts'
import { outline } from '../outline.ts'
import { interfaceOf } from './interface.ts'
import { specOf } from './spec-of.ts'

const formats: Readonly<Record<string, string>> = {
  rest: 'openapi-json',
  openapi: 'openapi-json',
  asyncapi: 'asyncapi-json',
  graphql: 'graphql',
  grpc: 'proto',
}

for (const api of apis) {
  const text = specOf(api)
  if (text === null) continue
  test(`${api.key}: its specification is of its protocol, and whole`, () => {
    assert.equal(specFormatOf(text), formats[api.kind])
    const { types, offers } = interfaceOf(api)
    assert.ok(offers.length > 0)
    const builtIn = ['text', 'int', 'number', 'bool', 'time']
    const known = [...builtIn, ...types.map(({ name }) => name)]
    const used = [
      ...types.flatMap(({ members }) => members.map(({ type }) => type)),
      ...offers.flatMap((offer) => offer.types.map((type) => type.replace('[]', ''))),
    ]
    assert.deepEqual(
      used.filter((type) => !known.includes(type)),
      [],
    )
    assert.doesNotMatch(text, /undefined|null/)
  })
}

test('what is written down is about APIs that there are', () => {
  const keys = new Set(apis.map(({ key }) => key))
  assert.deepEqual(
    outline(specs).filter(({ heading }) => !keys.has(heading)),
    [],
  )
})
