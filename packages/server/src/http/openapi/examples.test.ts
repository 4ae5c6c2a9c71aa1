import assert from 'node:assert/strict'
import { test } from 'node:test'
import Schema from 'typebox/schema'
import { openApiDocument } from './document.ts'

interface Media {
  readonly schema: object
  readonly example: unknown
}

test('every example is as its schema describes, rules over several fields included', () => {
  const description = openApiDocument() as { readonly components: object }
  const media: Media[] = []
  JSON.stringify(description, (_, value) => {
    if (value?.schema && 'example' in value) media.push(value)
    return value
  })
  assert.ok(media.length > 100)
  for (const { schema, example } of media) {
    const validator = Schema.Compile({ ...schema, components: description.components })
    const [isFine, errors] = validator.Errors(example)
    assert.ok(isFine, `${JSON.stringify(example)}: ${JSON.stringify(errors)}`)
  }
})
