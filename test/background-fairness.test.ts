import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eventually, onEachEngine, useApp } from '@svc/server/testing'
import { scorecardBody } from './crash/verify.ts'

const writers = 16

onEachEngine((engine) => {
  const app = useApp(engine)

  test('background work for one organisation does not wait for another to stop writing', async () => {
    const [busy, other] = [await app.organisation(), await app.organisation()]
    const { body: scorecard } = await other.owner.post('/scorecards', scorecardBody)
    const stop = new AbortController()
    // It keeps writing until the other has been served, however long that takes.
    const writing = writeIssues(busy.owner, stop.signal)
    try {
      const { body: project } = await other.owner.post('/projects', { name: 'Quiet', description: 'Here.' })
      const { body: issue } = await other.owner.post('/issues', { appId: project.id, title: 'Quiet' })
      await eventually(
        () => other.owner.get(`/issues/${issue.id}`),
        ({ body }) => body.sequenceNumber === 1,
      )
      await eventually(
        () => other.owner.get(`/scorecards/${scorecard.id}/scores`),
        ({ body }) => body.scores.length === 1,
      )
    } finally {
      stop.abort()
      await writing
    }
  })
})

async function writeIssues(client: Client, signal: AbortSignal): Promise<void> {
  const { body: project } = await client.post('/projects', { name: 'Busy' })
  const write = async (): Promise<void> => {
    while (!signal.aborted) {
      assert.equal((await client.post('/issues', { appId: project.id, title: 'One of many' })).status, 201)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}
