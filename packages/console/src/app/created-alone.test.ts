import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { isCreatedAlone } from './search/created-alone.ts'

test('what belongs to a record or a list is not offered for creation without it', () => {
  for (const kind of [kinds.issueComment, kinds.link, kinds.view, kinds.deployment])
    assert.ok(!isCreatedAlone(kind), kind.name)
  for (const kind of [kinds.project, kinds.issue, kinds.slo, kinds.dependency, kinds.template])
    assert.ok(isCreatedAlone(kind), kind.name)
})
