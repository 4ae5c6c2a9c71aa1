import assert from 'node:assert/strict'
import { readdir, readlink } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import {
  type Client,
  checkedClient,
  eventually,
  onEachEngine,
  onlyInLongRun,
  useApp,
} from '../../testing/index.ts'
import { type Body, bodyOf, make, read, refused, refusedField } from './checks.ts'

const header =
  'BillingPeriodStart,ChargePeriodStart,BillingCurrency,EffectiveCost,ServiceName,ProviderName,Tags\n'
const row = (
  day: number,
  cost: string,
  app = '',
  more: { currency?: string; service?: string } = {},
): string =>
  `2026-10-01,2026-10-${String(day).padStart(2, '0')},${more.currency ?? 'USD'},${cost},${more.service ?? 'EC2'},AWS,"{""app"":""${app}""}"\n`

const csv = { 'content-type': 'text/csv' }
const gzip = { 'content-type': 'application/gzip' }
const small = header + row(1, '10.005', 'shop') + row(2, '0.001', 'shpo') + row(3, '4')

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const send = (file: unknown, query = '', headers: Readonly<Record<string, string>> = csv, by = owner) =>
      by.send('POST', `/imports/costs?tag=app${query}`, file, headers)
    const entries = async (by: Client = owner): Promise<readonly Body[]> =>
      (await read(by, '/costs/entries?limit=1000')).entries
    return { organisation, owner, send, entries }
  }

  test('a dry run changes nothing and says what the import then does, to the cent', async () => {
    const { owner, send, entries } = await newScene()
    const shop = await make(owner, '/projects', { name: 'Shop' })
    const before = await read(owner, '/events')
    const dry = bodyOf(await send(small))
    assert.deepEqual([dry.dryRun, dry.rows, dry.entries, dry.refusedCount], [true, 3, 2, 0])
    assert.deepEqual(dry.totals, [{ currency: 'USD', cents: 1_401, exact: '14.006', unallocatedCents: 400 }])
    const importId = 'focus/AWS/2026-10-01'
    assert.deepEqual(dry.imports, [{ importId, created: 2, updated: 0, unchanged: 0, removed: 0 }])
    assert.deepEqual(dry.periods, [{ importId, currency: 'USD', beforeCents: 0, cents: 1_401 }])
    assert.deepEqual(dry.projects, [
      { appId: shop.id, name: 'Shop', currency: 'USD', cents: 1_001 },
      { appId: null, name: null, currency: 'USD', cents: 400 },
    ])
    assert.deepEqual(dry.unattributed, {
      rows: 2,
      reasons: [
        { why: 'unknown', value: 'shpo', rows: 1, totals: [{ currency: 'USD', cents: 0 }] },
        { why: 'unknown', value: '', rows: 1, totals: [{ currency: 'USD', cents: 400 }] },
      ],
    })
    assert.deepEqual([await read(owner, '/events'), await entries()], [before, []])

    const done = bodyOf(await send(small, `&dryRun=false&plan=${dry.plan}`))
    assert.deepEqual(done, { ...dry, dryRun: false })
    const amounts = (await entries()).map(({ amountCents, appId }) => [amountCents, appId])
    assert.deepEqual(
      new Map(amounts as [number, string][]),
      new Map([
        [1_001, shop.id],
        [400, null],
      ]),
    )
    const { events } = await read(owner, '/events')
    assert.equal(events.filter(({ type }: Body) => type === 'cost_entry.imported').length, 1)

    const again = bodyOf(await send(small))
    assert.deepEqual(again.imports, [{ importId, created: 0, updated: 0, unchanged: 2, removed: 0 }])
    const newer = bodyOf(await send(header + row(1, '12', 'shop')))
    assert.deepEqual(newer.imports, [{ importId, created: 0, updated: 1, unchanged: 0, removed: 1 }])
    assert.deepEqual(newer.periods, [{ importId, currency: 'USD', beforeCents: 1_401, cents: 1_200 }])
  })

  test('what has changed since the dry run is not done', async () => {
    const { owner, send, entries } = await newScene()
    const { plan } = bodyOf(await send(small))
    await make(owner, '/projects', { name: 'Shop' })
    refused(await send(small, `&dryRun=false&plan=${plan}`), 409, 'version_conflict')
    refused(await send(header + row(1, '1'), `&dryRun=false&plan=${plan}`), 409, 'version_conflict')
    assert.deepEqual(await entries(), [])
  })

  test('gzip and plain CSV are the same, whatever their type says, and in chunks of any size', async () => {
    const { send } = await newScene()
    const plain = bodyOf(await send(small))
    const packed = gzipSync(small)
    for (const type of ['application/gzip', 'application/octet-stream', 'text/csv; charset=utf-8'])
      assert.deepEqual(bodyOf(await send(packed, '', { 'content-type': type })), plain, type)
    const bytes = Readable.from([...packed].map((byte) => Buffer.of(byte)))
    assert.deepEqual(bodyOf(await send(bytes, '', gzip)), plain)
    const members = Buffer.concat([gzipSync(header), gzipSync(small.slice(header.length))])
    assert.deepEqual(bodyOf(await send(members, '', gzip)), plain)
  })

  test('a file that is no cost export is refused, with what it is and what to do', async () => {
    const { send, entries } = await newScene()
    const now = '&dryRun=false'
    const cases: readonly (readonly [unknown, RegExp])[] = [
      ['a,b\n1,2\n', /lacks EffectiveCost, BillingCurrency, ChargePeriodStart, BillingPeriodStart\.$/],
      ['', /is empty\.$/],
      [header, /has no rows/],
      [Buffer.from('PAR1x'), /Parquet file: have the export delivered as CSV\.$/],
      [Buffer.from('PK\u0003\u0004x'), /ZIP archive: unpack it/],
      [gzipSync(small).subarray(0, 60), /cannot be decompressed completely: it is truncated or damaged\.$/],
      [Buffer.concat([Buffer.of(0x1f, 0x8b), Buffer.from('nonsense')]), /truncated or damaged\.$/],
      [
        header + row(1, '1', '', { currency: 'Dollar' }),
        /None of its rows can be read\. Line 2 .* three-letter code: "DOLLAR"\.$/,
      ],
      [header + row(1, 'x'), /Line 2 is left out because its cost is not a decimal number: "x"\.$/],
    ]
    for (const [file, message] of cases)
      assert.match(refused(await send(file, now), 400, 'invalid_request').message, message)
    const partly = bodyOf(await send(small + row(4, 'x')))
    assert.deepEqual(partly.refused, [{ line: 5, reason: 'its cost is not a decimal number: "x"' }])
    refused(await send(small + row(4, 'x'), `${now}&strict=true`), 400, 'invalid_request')
    refused(await send(small, now, { 'content-type': 'application/json' }), 415, 'unsupported_media_type')
    refusedField(await send(small, '&accounts=x'), 'accounts')
    refusedField(await send(small, '&source=a/b'), 'source')
    refused(await send(small, '&accounts=1=nobody'), 400, 'invalid_request')
    assert.deepEqual(await entries(), [])
  })

  test('what unpacks to more than the maximum is refused, and so is what adds up to too many entries', async () => {
    const { owner, send } = await newScene()
    // Less than 64 KiB, in members that each unpack to 16 MiB: blank lines.
    const piece = gzipSync(Buffer.alloc(16 * 1024 ** 2, '\n'), { level: 9 })
    const bomb = Readable.from([gzipSync(header), piece, piece])
    assert.match(refused(await send(bomb, '', gzip), 413, 'payload_too_large').message, /10,000,000 lines/)
    const declared = await declaring(app.url, owner.token, 1024 ** 3 + 1)
    assert.match(
      declared,
      /^HTTP\/1\.1 413 .*"code":"payload_too_large","message":"The file is larger than 1024 MiB\."/,
    )
    // Each row is of ten years.
    const long = Array.from(
      { length: 100 },
      (_, n) => `2026-10-01,2026-10-01,2036-10-01,USD,${n + 1}0000,S${n}\n`,
    ).join('')
    const spread = `BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,BillingCurrency,EffectiveCost,ServiceName\n${long}`
    assert.match(
      refused(await send(spread), 413, 'payload_too_large').message,
      /adds up to more than 250,000 entries/,
    )
    const twenty = spread.split('\n').slice(0, 21).join('\n')
    assert.match(
      refused(await send(twenty), 413, 'payload_too_large').message,
      /would change more than 50,000 entries/,
    )
  })

  test('only admins import, only into their mode and organisation', async () => {
    const { organisation, owner, send, entries } = await newScene()
    const member = checkedClient(await organisation.person('member'))
    const key = checkedClient(await organisation.key({ scopes: ['read', 'write'] }))
    for (const by of [member, key]) refused(await send(small, '', csv, by), 403, 'forbidden')
    const inTest = checkedClient(await organisation.person('admin', { mode: 'test' }))
    bodyOf(await send(small, '&dryRun=false', csv, inTest))
    assert.deepEqual([(await entries()).length, (await entries(inTest)).length], [0, 2])
    const other = await newScene()
    await make(other.owner, '/projects', { name: 'Shop' })
    assert.deepEqual(
      [...new Set((bodyOf(await send(small)).projects as readonly Body[]).map(({ appId }) => appId))],
      [null],
    )
    bodyOf(await send(small, '&dryRun=false'))
    assert.deepEqual([(await entries(owner)).length, (await other.entries()).length], [2, 0])
  })

  test('with an Idempotency-Key it is done once; another file under the same key is refused', async () => {
    const { send, owner } = await newScene()
    const headers = { ...csv, 'idempotency-key': 'k1' }
    const first = bodyOf(await send(small, '&dryRun=false', headers))
    const { events } = await read(owner, '/events')
    const replay = await send(small, '&dryRun=false', headers)
    assert.deepEqual([bodyOf(replay), replay.headers.get('idempotent-replayed')], [first, 'true'])
    assert.deepEqual((await read(owner, '/events')).events, events)
    refused(await send(small + row(4, '1'), '&dryRun=false', headers), 422, 'idempotency_conflict')
  })

  test('one at a time for each organisation; a client that goes away leaves nothing behind', async () => {
    const { owner, send, entries } = await newScene()
    const files = await scratchFiles()
    const open = startUpload(app.url, owner.token)
    // Long names: more than SQLite keeps in memory.
    const service = 'x'.repeat(180)
    open.write(header)
    for (let part = 0; part < 40; part += 1)
      open.write(
        Array.from({ length: 1_000 }, (_, n) => row(1, '1', '', { service: `${part}-${n}-${service}` })).join(
          '',
        ),
      )
    // Once it is being read: whichever import comes first is the one that runs.
    if (files !== undefined) await eventually(scratchFiles, (now) => (now ?? 0) > files)
    const busy = await eventually(
      () => send(small),
      ({ status }) => status === 503,
    )
    assert.equal(busy.headers.get('retry-after'), '10')
    assert.match(refused(busy, 503, 'unavailable').message, /Another cost export of this organisation/)
    bodyOf(await (await newScene()).send(small))
    open.destroy()
    await eventually(
      () => send(small, '&dryRun=false'),
      ({ status }) => status === 200,
    )
    assert.equal((await entries()).length, 2)
    if (files !== undefined) await eventually(scratchFiles, (now) => now === files)
  })

  test('others are served while a file is read', async () => {
    const { owner, send } = await newScene()
    const lines = Array.from({ length: 60_000 }, (_, n) =>
      row(1 + (n % 28), `${n}.01`, `app-${n % 500}`, { service: `S${n % 700}` }),
    )
    let served = 0
    let isOver = false
    const importing = send(gzipSync(header + lines.join('')), '', gzip).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await owner.get(`/projects/x${served}`)
      served += 1
    }
    assert.equal(bodyOf(await importing).rows, 60_000)
    // As many as fit between slices; with the work in one piece, there would be one or two.
    assert.ok(served > 20, `Only ${served} requests were answered meanwhile.`)
  })
})

describe('whatever the engine', () => {
  const app = useApp('sqlite', { uploads: { pieceMs: 1_000 } })

  test('a client that stops sending is not waited for', async () => {
    const { owner } = await app.organisation()
    const open = startUpload(app.url, owner.token)
    const answered = new Promise<number | undefined>((resolve) =>
      open.once('response', (response) => resolve(response.statusCode)),
    )
    open.write(header)
    assert.equal(await answered, 408)
    open.destroy()
    bodyOf(await owner.send('POST', '/imports/costs', small, csv))
  })

  // Other requests must arrive within a minute; Node looks every half minute.
  test('a file may arrive slowly, as long as it arrives', { skip: onlyInLongRun }, async () => {
    const { owner } = await app.organisation()
    const piece = row(1, '1').repeat(1_500)
    const slowly = async function* () {
      yield header
      for (let second = 0; second < 100; second += 0.5) {
        yield piece
        await sleep(500)
      }
    }
    const { rows } = bodyOf(await owner.send('POST', '/imports/costs', Readable.from(slowly()), csv))
    assert.equal(rows, 300_000)
    assert.equal((await owner.get('/me')).status, 200)
  })
})

/** Files of ours that SQLite has removed already and still uses; undefined where that cannot be seen. */
async function scratchFiles(): Promise<number | undefined> {
  const names = await readdir('/proc/self/fd').catch(() => undefined)
  if (!names) return undefined
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.includes('etilqs_')).length
}

function startUpload(url: string, token: string | undefined) {
  const open = request(`${url}/v1/imports/costs?dryRun=false`, {
    method: 'POST',
    headers: { ...csv, authorization: `Bearer ${token}` },
  })
  open.on('error', () => {})
  return open
}

/** What is answered to a request that says how long it will be, before any of it is sent. */
async function declaring(url: string, token: string | undefined, length: number): Promise<string> {
  const open = request(`${url}/v1/imports/costs`, {
    method: 'POST',
    headers: { ...csv, authorization: `Bearer ${token}`, 'content-length': length },
  })
  open.on('error', () => {})
  open.flushHeaders()
  const answered = await new Promise<string>((resolve) =>
    open.once('response', async (response) => {
      const text = (await response.toArray()).join('')
      resolve(`HTTP/1.1 ${response.statusCode} ${text}`)
    }),
  )
  open.destroy()
  return answered
}
