import assert from 'node:assert/strict'
import type { Client } from '@svc/server/testing'

/**
 * One writer, and readers that keep every process's cache warm. With many writers, each write makes the next reader
 * query again, which hides that a process has missed another write; here nothing hides it.
 */
export async function writeAlone(clients: readonly Client[], rounds: number): Promise<void> {
  const { body: project } = await (clients[0] as Client).post('/projects', { name: 'Lone' })
  const record = `/projects/${project.id}`
  const list = `/issues?appId=${project.id}`
  const stop = new AbortController()
  const pollers = clients.flatMap((client) => [record, list].map((path) => poll(client, path, stop.signal)))
  try {
    for (let round = 0; round < rounds; round += 1) {
      const writer = clients[round % clients.length] as Client
      const reader = clients[(round + 1) % clients.length] as Client
      const [knownRecord, knownList] = await Promise.all([tagOf(reader, record), tagOf(reader, list)])

      const description = `round ${round}`
      assert.equal((await writer.patch(record, { description })).status, 200)
      const fresh = await reader.get(record, { 'if-none-match': knownRecord })
      assert.equal(fresh.status, 200, 'A record is called unchanged.')
      assert.equal(fresh.body.description, description)

      const { body: issue } = await writer.post('/issues', { appId: project.id, title: description })
      const listed = await reader.get(list, { 'if-none-match': knownList })
      assert.equal(listed.status, 200, 'A list is called unchanged.')
      assert.ok(listed.text.includes(issue.id), 'A list lacks what was just written.')
    }
  } finally {
    stop.abort()
    await Promise.all(pollers)
  }
}

async function poll(client: Client, path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) assert.equal((await client.get(path)).status, 200)
}

const tagOf = async (client: Client, path: string): Promise<string> =>
  (await client.get(path)).headers.get('etag') ?? ''
