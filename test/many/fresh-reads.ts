import assert from 'node:assert/strict'
import type { Client } from '@svc/server/testing'

/** How often each thing was done and acknowledged, by the name of its event. */
export type Tally = Map<string, number>

const count = (tally: Tally, type: string): void => {
  tally.set(type, (tally.get(type) ?? 0) + 1)
}

/**
 * One writer: a write acknowledged by one process must be visible through any other at once, in the record, in the
 * list, and in a conditional request for the list.
 */
export async function writeAndRead(
  clients: readonly Client[],
  { name, issues, tally }: { readonly name: string; readonly issues: number; readonly tally: Tally },
): Promise<void> {
  const project = await created(any(clients), '/projects', { name }, tally, 'project.created')
  await seenBy(clients, `/projects/${project.id}`, project)
  const path = `/issues?appId=${project.id}`
  for (let n = 0; n < issues; n += 1) {
    const [writer, reader] = [any(clients), any(clients)]
    const known = (await reader.get(path)).headers.get('etag') ?? ''

    const issue = await created(
      writer,
      '/issues',
      { appId: project.id, title: `${name} ${n}` },
      tally,
      'issue.created',
    )
    const list = await stillGood(reader, path, known)
    assert.ok(
      list?.issues.some(({ id }: { id: string }) => id === issue.id),
      'A list lacks an issue.',
    )

    const status = n % 2 ? 'fixed' : 'triaged'
    const patched = await any(clients).patch(`/issues/${issue.id}`, { status })
    assert.equal(patched.status, 200, patched.text)
    count(tally, 'issue.updated')
    count(tally, 'issue.status_changed')
    assert.equal((await any(clients).get(`/issues/${issue.id}`)).body.status, status)

    if (n % 4 !== 3) continue
    await deleted(any(clients), `/issues/${issue.id}`, tally, 'issue.deleted')
    assert.equal((await any(clients).get(`/issues/${issue.id}`)).status, 404)
    const rest = await any(clients).get(path)
    assert.ok(!rest.text.includes(String(issue.id)), 'A list shows a deleted issue.')
  }
}

const any = (clients: readonly Client[]): Client =>
  clients[Math.floor(Math.random() * clients.length)] as Client

async function created(
  client: Client,
  path: string,
  body: object,
  tally: Tally,
  type: string,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await client.post(path, body)
  assert.equal(reply.status, 201, reply.text)
  count(tally, type)
  return reply.body
}

async function deleted(client: Client, path: string, tally: Tally, type: string): Promise<void> {
  const reply = await client.delete(path)
  assert.equal(reply.status, 204, reply.text)
  count(tally, type)
}

async function seenBy(clients: readonly Client[], path: string, body: unknown): Promise<void> {
  for (const reply of await Promise.all(clients.map((client) => client.get(path)))) {
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.body, body)
  }
}

/** What the list is now; 304 would mean that the process has missed the write. */
async function stillGood(client: Client, path: string, etag: string) {
  const reply = await client.get(path, { 'if-none-match': etag })
  assert.equal(reply.status, 200, `The list is called unchanged (${reply.status}).`)
  return reply.body
}

/** Once nobody writes, every process returns the same bytes with the same ETag. */
export async function sameEverywhere(clients: readonly Client[], path: string): Promise<void> {
  const [first, ...others] = await Promise.all(clients.map((client) => client.get(path)))
  for (const reply of others) {
    assert.equal(reply.text, first?.text)
    assert.equal(reply.headers.get('etag'), first?.headers.get('etag'))
  }
  for (const client of clients) {
    const etag = first?.headers.get('etag') ?? ''
    assert.equal((await client.get(path, { 'if-none-match': etag })).status, 304)
  }
}
