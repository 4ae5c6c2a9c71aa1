import assert from 'node:assert/strict'
import { type Kind, kinds, listKeyOf } from '@svc/model'
import { type Client, eventually } from '@svc/server/testing'
import type { State } from '../invariants/state.ts'
import { pick } from './intents.ts'
import type { Entry, Fields, Ledger } from './ledger.ts'

const written = [
  kinds.project,
  kinds.team,
  kinds.api,
  kinds.system,
  kinds.dependency,
  kinds.issue,
  kinds.slo,
  kinds.scorecard,
]

/** The server has exactly what it has acknowledged: no more, no less, nothing different. */
export async function verifyLedgers(client: Client, ledgers: readonly Ledger[]): Promise<void> {
  const entries = new Map(ledgers.flatMap(({ entries }) => [...entries]))
  for (const kind of written) {
    const there = new Map((await listAll(client, kind)).map((body) => [String(body.id), body]))
    const expected = new Map([...entries].filter(([, entry]) => entry.kind === kind))
    assert.deepEqual(
      { lost: idsOnlyIn(expected, there), neverAnswered: idsOnlyIn(there, expected) },
      { lost: [], neverAnswered: [] },
      kind.name,
    )
    for (const [id, entry] of expected) {
      assert.deepEqual(comparable(entry, there.get(id) ?? {}), comparable(entry, entry.body))
    }
  }
  for (const ledger of ledgers) {
    await verifyGone(client, ledger)
    await verifyReplay(client, ledger)
  }
}

async function listAll(client: Client, kind: Kind): Promise<readonly Fields[]> {
  const reply = await client.get(`${kind.path}${kind.hiddenBy ? `?${kind.hiddenBy}=all` : ''}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body[listKeyOf(kind)] as readonly Fields[]
}

const idsOnlyIn = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): readonly string[] =>
  [...a.keys()].filter((id) => !b.has(id))

/** Background work may have gone on since the answer; what a deletion cleared has a later time. */
function comparable({ kind, isTouched }: Entry, body: Fields): Fields {
  const { sequenceNumber: _, ...rest } = body
  if (kind === kinds.slo) {
    const { status: __, lastUpdatedAt: ___, ...slo } = rest
    return isTouched ? { ...slo, updatedAt: null } : slo
  }
  return isTouched ? { ...rest, updatedAt: null } : rest
}

async function verifyGone(client: Client, { gone }: Ledger): Promise<void> {
  const id = pick([...gone].filter((one) => one.startsWith('prj_')))
  if (id !== undefined) assert.equal((await client.get(`/projects/${id}`)).status, 404)
}

/** A key that was answered before the crash gives the same answer after it, and creates nothing new. */
async function verifyReplay(client: Client, { keyed }: Ledger): Promise<void> {
  const past = pick(keyed)
  if (!past) return
  const { kind, body, key = '' } = past.intent
  const reply = await client.post(kind.path, body, { 'idempotency-key': key })
  assert.equal(reply.status, 201, reply.text)
  assert.deepEqual(reply.body, past.answer)
  assert.equal(reply.headers.get('idempotent-replayed'), 'true')
}

/** Each create with a key has a stored answer, and every stored key has its record. */
export function verifyKeys({ idempotencyKeys }: State, ledgers: readonly Ledger[]): void {
  const kept = new Set(idempotencyKeys.map(({ key }) => String(key)))
  const known = new Set(ledgers.flatMap(({ keyed }) => keyed.map(({ intent }) => String(intent.key))))
  assert.deepEqual([...kept.symmetricDifference(known)], [])
}

/** Background work finishes: every issue has a number, every project and API its score. */
export async function verifyCaughtUp(client: Client, scorecardId: string): Promise<void> {
  await eventually(
    () => listAll(client, kinds.issue),
    (issues) => issues.every(({ sequenceNumber }) => sequenceNumber !== null),
  )
  const graded = [...(await listAll(client, kinds.project)), ...(await listAll(client, kinds.api))]
  const wanted = Object.fromEntries(graded.map((one) => [one.id, scoreOf(one)]))
  await eventually(
    async () => {
      const { body } = await client.get(`/scorecards/${scorecardId}/scores`)
      return Object.fromEntries(
        (body.scores as readonly Fields[]).map(({ entityId, score }) => [entityId, score]),
      )
    },
    (scores) => sorted(scores) === sorted(wanted),
  )
}

export const scorecardBody = {
  name: 'Owned and described',
  applicableKinds: ['component', 'api'],
  rules: [
    { type: 'has_owner_team', label: 'Owned', weight: 1 },
    { type: 'has_description', label: 'Described', weight: 3 },
  ],
}

const scoreOf = ({ ownerTeamId, description }: Fields): number =>
  (ownerTeamId ? 25 : 0) + (description ? 75 : 0)

const sorted = (scores: Fields): string => JSON.stringify(Object.entries(scores).sort())
