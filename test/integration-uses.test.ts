import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { configurationOnly, integrations, integrationTypes } from '@svc/model'
import { openApiDocument } from '@svc/server/openapi'
import { integrationAbout } from '../packages/console/src/areas/settings/integrations/integration-about.ts'

const root = join(import.meta.dirname, '..')

/** The types whose configuration the server uses; a test reads any. */
async function typesInUse(): Promise<ReadonlySet<string>> {
  const found = new Set<string>(['webhooks'])
  for await (const file of glob('packages/server/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [, type = ''] of text.matchAll(/configurationOf\([^;]*?, '(\w+)'\)/g)) found.add(type)
  }
  return found
}

test('an integration is called configuration only exactly where the server does nothing with it', async () => {
  const used = await typesInUse()
  assert.ok(used.size > 1)
  for (const type of integrationTypes) assert.equal(integrations[type].use !== null, used.has(type), type)
})

test('the console, the description and the docs say which are configuration only', async () => {
  const docs = await readFile(join(root, 'docs', 'api.md'), 'utf8')
  const [, row = ''] = /\n\|([^|]*)\| \*\*configuration only\*\*/.exec(docs) ?? []
  const description = JSON.stringify(openApiDocument())
  for (const type of integrationTypes) {
    const isKept = integrations[type].use === null
    assert.equal(integrationAbout(type).includes(configurationOnly), isKept, type)
    assert.equal(row.includes(`\`${type}\``), isKept, type)
    assert.equal(description.includes(`\`${type}\`: configuration only.`), isKept, type)
  }
})
