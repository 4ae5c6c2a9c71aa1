import assert from 'node:assert/strict'
import { type Client, eventually } from '@svc/server/testing'
import { readEvents } from '../../packages/server/src/testing/event-reader.ts'

/** Tags and positions from a history that is about to be lost. */
export interface LostHistory {
  readonly tags: ReadonlyMap<string, string>
  readonly lastSeq: number
  readonly epoch: string
  readonly cursor: string
}

/** Changes a team once more, and notes what a client may keep of it. */
export async function noteHistory(client: Client, path: string): Promise<LostHistory> {
  assert.equal((await client.patch(path, { name: 'lost' })).status, 200)
  const tags = new Map<string, string>()
  for (const one of [path, '/teams', '/audit-log', '/teams?limit=1'])
    tags.set(one, String((await client.get(one)).headers.get('etag')))
  const { lastSeq, epoch } = (await client.get('/events?limit=1000')).body
  const cursor = (await client.get('/teams?limit=1')).body.nextCursor
  return { tags, lastSeq, epoch, cursor }
}

/** None of it is valid any more, and the team has its current name. */
export async function assertForgotten(
  url: string,
  client: Client,
  { path, name, lost }: { readonly path: string; readonly name: string; readonly lost: LostHistory },
): Promise<void> {
  const stale = { 'if-match': String(lost.tags.get(path)) }
  const refused = await eventually(
    () => client.patch(path, { name: 'over' }, stale),
    ({ status }) => status !== 503,
  )
  assert.equal(refused.status, 412, refused.text)
  assert.equal((await client.get(path)).body.name, name)
  for (const [address, tag] of lost.tags)
    assert.equal((await client.get(address, { 'if-none-match': tag })).status, 200, address)
  assert.equal((await client.get(`/teams?limit=1&cursor=${lost.cursor}`)).status, 400)
  const feed = await client.get(`/events?after=${lost.lastSeq - 1}&epoch=${lost.epoch}`)
  assert.deepEqual([feed.status, feed.body.code], [410, 'gone'])
  for (const lastEventId of [`${lost.epoch}.${lost.lastSeq - 1}`, `${lost.lastSeq - 1}`]) {
    const reader = await readEvents(url, { token: String(client.token), lastEventId })
    assert.equal(reader.status, 410, lastEventId)
    reader.close()
  }
}
