import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildProvider } from './built-provider.ts'
import { schemaFile, shownSchema } from './provider-schema.ts'
import { findTofu } from './tofu/find-tofu.ts'

/** Writes packages/provider/schema.json anew after a change of the model or the provider. */

const tofu = await findTofu('newest', { mayBuild: true })
if ('unavailable' in tofu) throw new Error(tofu.unavailable)
const provider = await buildProvider()
try {
  const schema = await shownSchema(tofu.path, provider.dir)
  await writeFile(schemaFile, `${JSON.stringify(schema, null, 2)}\n`)
  console.log(`Written: ${fileURLToPath(schemaFile)}`)
} finally {
  await provider.remove()
}
