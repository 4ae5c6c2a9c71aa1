import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = import.meta.dirname
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/test\.ts$/.test(name))

test('nothing here needs Node: the console runs it in a browser', () => {
  assert.ok(sources.includes('transport.ts'))
  for (const name of sources) {
    const text = readFileSync(join(folder, name), 'utf8')
    assert.doesNotMatch(text, /'node:|\b(process|Buffer|require|setImmediate|__dirname)\b[.([]/, name)
    for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/g))
      assert.match(specifier, /^(\.\/[a-z-]+\.ts|@svc\/model)$/, name)
  }
})
