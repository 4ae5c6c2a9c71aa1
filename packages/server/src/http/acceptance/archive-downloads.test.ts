import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, onEachEngine, rowsIn, type TestOrganisation, useApp } from '../../testing/index.ts'

const records = 16

onEachEngine((engine) => {
  const troubles: string[] = []
  const app = useApp(engine, {
    answerLimits: { waitMs: 300 },
    log: (line) => line.level === 'error' && troubles.push(JSON.stringify(line)),
  })
  let organisation: TestOrganisation

  before(async () => {
    organisation = await app.organisation()
    // Nothing that compresses well: more than all buffers between the database and a client that does not read.
    for (let n = 0; n < records; n += 1) {
      const bodyMd = randomBytes(300_000).toString('base64')
      const body = { title: `Runbook ${n}`, runbookType: 'deployment', bodyMd }
      assert.equal((await organisation.owner.post('/runbooks', body)).status, 201)
    }
  })

  const begin = (token: string, signal?: AbortSignal) =>
    fetch(`${app.url}/v1/exports/archive`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    })

  async function whole(token: string): Promise<Buffer> {
    const response = await begin(token)
    assert.equal(response.status, 200, 'it is admitted')
    return Buffer.from(await response.arrayBuffer())
  }

  test('downloads that are given up midway leave room for others, and no snapshot behind', async () => {
    const size = (await whole(organisation.ownerToken)).length
    assert.ok(size > records * 300_000, `${size} bytes`)
    for (let n = 0; n < 9; n += 1) {
      const stop = new AbortController()
      const response = await begin(organisation.ownerToken, stop.signal)
      assert.equal(response.status, 200)
      const reader = response.body?.getReader()
      assert.ok((await reader?.read())?.value?.length)
      stop.abort()
      await reader?.closed.catch(() => {})
      await sleep(20)
    }
    if (engine === 'postgres')
      await eventually(
        () =>
          rowsIn(
            app.store,
            `select pid from pg_stat_activity
              where datname = current_database() and state = 'idle in transaction'
              and query_start < now() - interval '1 second'`,
          ),
        (rows) => rows.length === 0,
      )
    assert.ok((await whole(organisation.ownerToken)).length >= size)
    assert.deepEqual(troubles, [], 'a client that goes away is no failure of ours')
  })

  test('one at a time for each caller, two for all, and others are told to try again', async () => {
    const [first, second] = [await organisation.person('owner'), await organisation.person('admin')]
    const third = await app.organisation()
    const open = [await begin(String(first.token)), await begin(String(second.token))]
    assert.deepEqual(
      open.map(({ status }) => status),
      [200, 200],
    )
    for (const token of [String(first.token), third.ownerToken]) {
      const refused = await begin(token)
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.match(
        ((await refused.json()) as { message: string }).message,
        /^Other archives are being downloaded\./,
      )
    }
    assert.equal((await organisation.owner.post('/teams', { name: 'Meanwhile' })).status, 201)
    assert.equal((await organisation.owner.get('/runbooks?limit=1')).status, 200)
    // Whoever does not read gets all of it once they do, as it was at the beginning.
    for (const response of open) {
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.ok(bytes.includes('manifest.json'))
    }
    await whole(third.ownerToken)
  })

  test('the log says who took one, even if they gave it up', async () => {
    const own = await app.organisation()
    const stop = new AbortController()
    const response = await begin(own.ownerToken, stop.signal)
    stop.abort()
    await response.body?.cancel().catch(() => {})
    const { auditLog } = (await own.owner.get('/audit-log')).body
    const [event] = auditLog.filter(
      ({ type }: { type: string }) => type === 'organisation.archive_downloaded',
    )
    assert.deepEqual([event?.actor.id, event?.subject.id], [own.ownerId, own.id])
  })

  test('a test token is refused, with the reason', async () => {
    const mock = await organisation.person('owner', { mode: 'test' })
    const { status, body } = await mock.post('/exports/archive')
    assert.equal(status, 403)
    assert.match(body.message, /^This is about live and test data together, .* use a live token\.$/)
  })
})
