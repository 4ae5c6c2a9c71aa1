import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiBreaks } from './api-breaks.ts'
import {
  allowedBreaks,
  changedMigrations,
  currentApi,
  currentMigrations,
  files,
  howToMigrate,
  publishedApi,
  publishedMigrations,
} from './published.ts'

test('the API breaks nothing of the version before, but for what is allowed with a reason', () => {
  const allowed = allowedBreaks()
  const changes = apiBreaks({ before: publishedApi(), after: currentApi() })
  const unexpected = changes.filter((change) => !allowed.some((one) => one.change === change))
  assert.deepEqual(
    unexpected,
    [],
    `Clients of the published API would break:\n${unexpected.join('\n')}\n` +
      'Keep it working, or enter the change into test/published/allowed-breaks.json; docs/api.md says what counts.',
  )
  const past = allowed.filter(({ change }) => !changes.includes(change))
  assert.deepEqual(past, [], 'These breaks are allowed, but there is no such change: take them out.')
})

test('an allowed break has a reason, and the changelog tells users about it', () => {
  const changelog = readFileSync(files.changelog, 'utf8')
  for (const { change, reason, changelog: line } of allowedBreaks()) {
    assert.ok(reason.length > 20, `Why is it worth a break? ${change}`)
    assert.ok(line.length > 10 && changelog.includes(line), `CHANGELOG.md does not say: ${line}`)
  }
})

test('published migrations are as they were, and new ones come after them', () => {
  const changed = changedMigrations(publishedMigrations(), currentMigrations())
  assert.deepEqual(changed, [], [...changed, howToMigrate].join('\n'))
})

test('a migration that is edited, removed or moved is noticed, and a new one is not', () => {
  const [a, b, c] = ['0001-a', '0002-b', '0003-c'].map((id) => ({ id, sha256: `hash of ${id}` }))
  assert.ok(a && b && c)
  assert.deepEqual(changedMigrations([a, b], [a, b, c]), [])
  assert.deepEqual(changedMigrations([a, b], [a, { ...b, sha256: 'another' }]), ['0002-b was edited.'])
  assert.deepEqual(changedMigrations([a, b], [a]), ['0002-b is gone.'])
  assert.deepEqual(changedMigrations([a, b], [a, c, b]), ['0002-b runs in another place of the order.'])
})
