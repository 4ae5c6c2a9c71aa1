import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, useApp } from '@svc/server/testing'

interface LineOptions {
  readonly mode: string
  readonly after: string | undefined
  readonly isFresh: boolean
  onHeard(heard: { readonly change?: { readonly type: string } }): void
  onConnection(state: string): void
  onGap(): void
}

const app = useApp('sqlite')

/** The console's own module, in what it takes for a browser; requests carry a token in place of a session. */
async function openLine(token: string, options: LineOptions): Promise<() => void> {
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
  const line = await import(new URL('../../packages/console/src/live/line.ts', import.meta.url).href)
  return line.openLine(options)
}

test('a line whose place is gone has everything read again, and goes on from now', async (t) => {
  const { owner, ownerToken } = await app.organisation()
  await owner.post('/teams', { name: 'there before' })
  const [states, heard]: [string[], string[]] = [[], []]
  let gaps = 0
  const stop = await openLine(ownerToken, {
    mode: 'live',
    after: `${'0'.repeat(16)}.1`,
    isFresh: true,
    onHeard: ({ change }) => change && heard.push(change.type),
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
  assert.deepEqual(states, ['connecting', 'down', 'connecting', 'open'], 'refused once, then let in')
  assert.equal(gaps, 1, 'all that is shown is asked for again, once')
  assert.equal((await owner.post('/projects', { name: 'after' })).status, 201)
  await eventually(
    async () => heard,
    (all) => all.includes('project.created'),
  )
  assert.ok(!heard.includes('team.created'), 'what was read again is not told as news')
})
