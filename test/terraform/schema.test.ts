import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useProvider } from './built-provider.ts'
import { withEachTofu } from './each-tofu.ts'
import { keptSchema, shownSchema } from './provider-schema.ts'

const provider = useProvider()

await withEachTofu((tofu, wanted) => {
  test('the schema that the host shows is the one that write-provider-schema.ts has written', async () => {
    const kept = await keptSchema()
    assert.deepEqual(
      await shownSchema(tofu.path, provider.dir),
      wanted === 'newest' ? kept : withoutWriteOnly(kept),
    )
  })
})

/** An older host does not know of it. */
const withoutWriteOnly = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'write_only' ? undefined : value)))
