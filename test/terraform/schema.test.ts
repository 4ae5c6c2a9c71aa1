import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useProvider } from './built-provider.ts'
import { withEachTofu } from './each-tofu.ts'
import { keptSchema, shownSchema } from './provider-schema.ts'

const provider = useProvider()

await withEachTofu((tofu) => {
  test('the schema that the host shows is the one that write-provider-schema.ts has written', async () => {
    assert.deepEqual(await shownSchema(tofu.path, provider.dir), await keptSchema())
  })
})
