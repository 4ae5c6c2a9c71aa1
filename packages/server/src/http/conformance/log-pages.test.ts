import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, kinds } from '@svc/model'
import { partitionIdOf } from '../../store/partition-id.ts'
import { clockBetweenJobs, createFixtures, type Fields, onEachEngine, useApp } from '../../testing/index.ts'
import { done } from './suite.ts'

const events = 12
const mebibyte = 1024 ** 2
const large = 'x'.repeat(0.8 * mebibyte)

/** Every list of events in the model: how it is read, and where its next page starts. */
const logs = allOperations
  .filter(({ method, success }) => method === 'GET' && /Event"|"before"/.test(JSON.stringify(success.schema)))
  .map(({ id, path }) => ({ id, path }))

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const { id, path } of logs) {
    test(`${id}: a page ends early at some megabytes, is never empty, and nothing is left out`, async () => {
      const organisation = await app.organisation()
      const { client, make } = createFixtures({ app, organisation })
      const issue = await make(kinds.issue)
      await app.store.write(
        {
          partitionId: partitionIdOf(organisation.id, 'live'),
          actor: { type: 'system', id: null, name: 'svc' },
          now: () => new Date(),
        },
        async (change) => {
          for (let n = 0; n < events; n += 1)
            await change.log('issue.updated', { kind: 'issue', id: String(issue.id) }, null, { n, large })
        },
      )
      const found: number[] = []
      let next: string | undefined = ''
      for (let pages = 0; next !== undefined; pages += 1) {
        assert.ok(pages < 3 * events)
        const address = path.replace(/\{\w+\}/, String(issue.id))
        const reply = await client.get(`${address}?limit=500${next}`)
        const body = done(reply)
        const list = Object.values(body).find(Array.isArray) as readonly { readonly after: Fields | null }[]
        assert.ok(reply.text.length < 5 * mebibyte, `a page of ${reply.text.length} bytes`)
        found.push(...list.flatMap(({ after }) => (typeof after?.n === 'number' ? [after.n] : [])))
        if ('lastSeq' in body) next = list.length === 0 ? undefined : `&after=${body.lastSeq}`
        else next = body.nextCursor === null ? undefined : `&cursor=${body.nextCursor}`
        assert.ok(list.length > 0 || next === undefined, 'a page is never empty')
      }
      assert.deepEqual(
        found.toSorted((a, b) => a - b),
        Array.from({ length: events }, (_, n) => n),
      )
    })
  }

  test('there are three such lists', () => {
    assert.deepEqual(logs.map(({ id }) => id).toSorted(), ['listAuditLog', 'listEvents', 'listIssueActivity'])
  })
})
