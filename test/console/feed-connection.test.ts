import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, useApp } from '@svc/server/testing'

interface FeedOptions {
  readonly mode: string
  readonly after: string | undefined
  readonly isFresh: boolean
  onMessage(message: { readonly change?: { readonly type: string } }): void
  onConnection(state: string): void
  onGap(): void
}

const app = useApp('sqlite')

/** The console's own module in a simulated browser; requests use a token instead of a session. */
async function openFeed(token: string, options: FeedOptions): Promise<() => void> {
  const window = Object.assign(new EventTarget(), { location: new URL(app.url) })
  const asked = globalThis.fetch
  Object.assign(globalThis, {
    window,
    document: { querySelector: () => null },
    fetch: (path: string, init: RequestInit & { headers: Record<string, string> }) =>
      asked(`${app.url}${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
      }),
  })
  const connection = await import(
    new URL('../../packages/console/src/live/feed-connection.ts', import.meta.url).href
  )
  return connection.openFeed(options)
}

test('where the position is gone, everything is refetched and the stream continues from now', async (t) => {
  const { owner, ownerToken } = await app.organisation()
  await owner.post('/teams', { name: 'there before' })
  const [states, heard]: [string[], string[]] = [[], []]
  let gaps = 0
  const stop = await openFeed(ownerToken, {
    mode: 'live',
    after: `${'0'.repeat(16)}.1`,
    isFresh: true,
    onMessage: ({ change }) => change && heard.push(change.type),
    onConnection: (state) => states.push(state),
    onGap: () => {
      gaps += 1
    },
  })
  t.after(stop)
  await eventually(
    async () => states.at(-1),
    (state) => state === 'open',
  )
  assert.deepEqual(states, ['connecting', 'down', 'connecting', 'open'], 'refused once, then accepted')
  assert.equal(gaps, 1, 'everything is refetched, once')
  assert.equal((await owner.post('/projects', { name: 'after' })).status, 201)
  await eventually(
    async () => heard,
    (all) => all.includes('project.created'),
  )
  assert.ok(!heard.includes('team.created'), 'what was refetched is not announced again')
})
