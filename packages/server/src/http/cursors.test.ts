import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { allOperations, kinds } from '@svc/model'
import { partitionIdOf } from '../store/partition-id.ts'
import { clockBetweenJobs, onEachEngine, requiredQueryOf, useApp } from '../testing/index.ts'
import { newSide, ownAddress, type Side } from '../testing/sides.ts'

const paged = allOperations.filter(({ method, query }) => method === 'GET' && query?.cursor !== undefined)

/** As earlier versions made them: with a checksum that needs no key, so anybody can make one. */
function unsealed(scope: string, position: unknown): string {
  const text = JSON.stringify(position)
  return Buffer.from(`${hash('sha256', `${scope}\n${text}`).slice(0, 16)}${text}`).toString('base64url')
}

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  const sides: Side[] = []

  before(async () => {
    sides.push(await newSide(app, 'ours', await app.organisation(), 'live'))
    sides.push(await newSide(app, 'theirs', await app.organisation(), 'live'))
  })

  for (const operation of paged) {
    test(`GET ${operation.path}: a cursor that was not issued for this list is 400`, async () => {
      const [ours, theirs] = sides as [Side, Side]
      const pageOf = (side: Side, more: string) => {
        const query = requiredQueryOf(operation, side.made.get(kinds.project)?.id)
        return side.client.get(`${ownAddress(side, operation.path)}?limit=1&${query}&${more}`)
      }
      const own = (await pageOf(ours, '')).body.nextCursor
      const foreign = (await pageOf(theirs, '')).body.nextCursor
      assert.ok(own && foreign, 'there is a second page')
      assert.equal((await pageOf(ours, `cursor=${own}`)).status, 200)
      const scope = JSON.stringify([partitionIdOf(ours.organisation.id, 'live'), operation.path, [], []])
      const forged = [
        foreign,
        own.slice(0, -4),
        own.slice(4),
        `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
        Buffer.from(`${'0'.repeat(16)}not JSON`).toString('base64url'),
        unsealed(scope, ['x', 'y']),
        unsealed(scope, { __proto__: 1 }),
        unsealed(scope, null),
        'A',
        '%00',
        'x'.repeat(500),
      ]
      for (const cursor of forged) {
        const reply = await pageOf(ours, `cursor=${cursor}`)
        assert.equal(reply.status, 400, `${cursor}: ${reply.text}`)
        assert.equal(reply.body.code, 'invalid_request')
        assert.match(reply.body.message, /cursor/)
      }
    })
  }
})
