import assert from 'node:assert/strict'
import { allKinds, type Kind, listKeyOf, maxPage } from '@svc/model'
import type { Client } from '@svc/server/testing'
import { comparable, recordInCode } from './in-code.ts'
import type { StateResource } from './tofu/shown-state.ts'

type Json = Readonly<Record<string, unknown>>

/** What can be kept as code. */
export const codedKinds: readonly Kind[] = allKinds.filter(({ resourceType }) => resourceType !== undefined)

export const typeOf = ({ resourceType }: Kind): string => `svc_${resourceType}`

export const kindOf = (type: string): Kind => {
  const kind = codedKinds.find((one) => typeOf(one) === type)
  assert.ok(kind, type)
  return kind
}

/** Every record of the kind, page by page, the hidden ones included. */
export async function recordsOf(client: Client, kind: Kind): Promise<readonly Json[]> {
  const records: Json[] = []
  const query = new URLSearchParams({
    limit: String(maxPage),
    ...(kind.hiddenBy && { [kind.hiddenBy]: 'all' }),
  })
  do {
    const { status, body, text } = await client.get(`${kind.path}?${query}`)
    assert.equal(status, 200, text)
    records.push(...body[listKeyOf(kind)])
    query.set('cursor', body.nextCursor ?? '')
  } while (query.get('cursor') !== '')
  return records
}

export async function countRecords(client: Client): Promise<number> {
  const counts = await Promise.all(codedKinds.map(async (kind) => (await recordsOf(client, kind)).length))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The state and the service have the same objects, and say the same about each attribute of each. */
export async function assertHeld(state: readonly StateResource[], client: Client): Promise<void> {
  const there = new Map<string, unknown>()
  for (const kind of codedKinds) {
    for (const record of await recordsOf(client, kind)) {
      const values = recordInCode(kind, record, { isRead: false })
      there.set(`${typeOf(kind)} ${record.id}`, comparable({ updated_at: values.created_at, ...values }))
    }
  }
  const held = state.map(({ type, values }) => [`${type} ${values.id}`, comparable(values)] as const)
  assert.deepEqual(new Map(held.toSorted()), new Map([...there].toSorted()))
}
