import assert from 'node:assert/strict'
import { allOperations, kinds, listKeyOf } from '@svc/model'
import { type Client, kindsWith, requiredQueryOf } from '@svc/server/testing'
import { everyAnswer, type Side } from '../../packages/server/src/testing/sides.ts'

/** Requests change when the token was last used. */
const comparable = (text: string): string =>
  text
    .replace(/"lastUsedAt":("[^"]*"|null)/g, '"lastUsedAt":null')
    // Both belong to the database, not to what is in it.
    .replace(/"(epoch|nextCursor)":"[^"]*"/g, '"$1":"…"')

const recordsOfEachKind = 20

/** Everything that can be read of one mode: complete lists, individual records, the whole log. */
export async function everythingOf(client: Client, side?: Side): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>()
  const note = async (path: string): Promise<Fields> => {
    const { status, text, body } = await client.get(path)
    assert.equal(status, 200, `${path}: ${text}`)
    seen.set(path, comparable(text))
    return body
  }
  if (side) {
    const answers = await everyAnswer({ ...side, client })
    for (const [path, text] of answers) seen.set(`of one: ${path}`, comparable(text))
  }
  const [project] = (await note(kinds.project.path)).projects as readonly Fields[]
  for (const kind of kindsWith('list')) {
    const operation = allOperations.find(({ method, path }) => method === 'GET' && path === kind.path)
    const query = operation ? requiredQueryOf(operation, project?.id) : ''
    const all = (await note(`${kind.path}?${query}`))[listKeyOf(kind)] as readonly Fields[]
    if (!kind.verbs.includes('read')) continue
    for (const { id } of all.slice(0, recordsOfEachKind)) await note(`${kind.path}/${id}`)
  }
  for (const path of ['/issues', '/slos'] as const) {
    const member = path === '/issues' ? 'issues' : 'slos'
    const below = path === '/issues' ? 'activity' : 'snapshots'
    const all = (await note(path))[member] as readonly Fields[]
    for (const { id } of all.slice(0, recordsOfEachKind)) await note(`${path}/${id}/${below}`)
  }
  await noteFeed(note)
  await note('/audit-log?limit=1000')
  return seen
}

type Fields = Readonly<Record<string, unknown>>

async function noteFeed(note: (path: string) => Promise<Fields>): Promise<void> {
  let after: unknown = 0
  for (;;) {
    const path = `/events?after=${after}&limit=1000`
    const { events, lastSeq } = (await note(path)) as { events: readonly Fields[]; lastSeq: unknown }
    if (events.length === 0) return
    after = lastSeq
  }
}
