import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/guarantees.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| guarantee |'))

/** A row ends with one or more tests, each as `file` › `name`, separated by `<br>`. */
const named = (row: string) => [...row.matchAll(/`([^`]+\.test\.ts)` › `([^`]+)`/g)]

test('every guarantee names a test that exists', () => {
  for (const row of rows) {
    const tests = named(row)
    assert.ok(tests.length > 0, `No test is named in: ${row}`)
    for (const [, file = '', name = ''] of tests) {
      assert.ok(existsSync(join(root, file)), `There is no ${file}.`)
      assert.ok(readFileSync(join(root, file), 'utf8').includes(name), `${file} has no test "${name}".`)
    }
  }
})
