import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, insertAll, make, partitionOf, read } from './checks.ts'

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 1, hour)).toISOString()

const mapping = (environment: string, variable = 'URL') => ({
  mappingId: [...environment].slice(0, 9).join('') + variable,
  environment,
  variable,
  kind: 'changed',
  expectedFingerprint: digest('1'),
  actualFingerprint: digest('2'),
})

onEachEngine((engine) => {
  const app = useApp(engine)

  interface Scan {
    readonly environments?: readonly string[]
    /** Where something differs. */
    readonly drifts?: readonly string[]
    readonly hour: number
    readonly total?: number
    readonly externalId?: string
  }

  const sceneOf = async (owner: Client) => {
    const appId = (await make(owner, '/projects', { name: 'Shop' })).id
    const report = async ({
      environments,
      drifts = [],
      hour,
      total = 10,
      externalId,
    }: Scan): Promise<string> => {
      const item = {
        appId,
        mappingsTotal: total,
        scannedAt: at(hour),
        mappings: drifts.map((one) => mapping(one)),
      }
      const more = { ...(environments && { environments }), ...(externalId && { externalId }) }
      const reply = await owner.post('/ingest/v1/drift', { ...item, ...more })
      return bodyOf(reply).results[0].id
    }
    const latest = async (): Promise<Body> => (await read(owner, `/drift?appId=${appId}`)).drift
    return { owner, appId, report, latest }
  }

  const newScene = async () => sceneOf((await app.organisation()).owner)

  const shape = ({ driftedCount, mappingsTotal, mappings, scans }: Body) => ({
    counts: [driftedCount, mappingsTotal],
    drifted: mappings.map(({ environment }: Body) => environment),
    scans: scans.map((one: Body) => [one.environment, one.snapshotId, one.scannedAt, one.driftedCount]),
  })

  test('a clean scan of one environment does not hide what differs in another', async () => {
    const { report, latest, owner } = await newScene()
    const production = await report({ environments: ['production'], drifts: ['production'], hour: 1 })
    const staging = await report({ environments: ['staging'], hour: 2, total: 4 })
    const drift = await latest()
    assert.deepEqual([drift.id, drift.scannedAt], [staging, at(2)])
    assert.deepEqual(drift.environments, ['production', 'staging'])
    assert.deepEqual(shape(drift), {
      counts: [1, 14],
      drifted: ['production'],
      scans: [
        ['production', production, at(1), 1],
        ['staging', staging, at(2), 0],
      ],
    })
    assert.deepEqual((await read(owner, `/drift/snapshots/${staging}`)).environments, ['staging'])

    const repaired = await report({ environments: ['production'], hour: 3 })
    assert.deepEqual(shape(await latest()), {
      counts: [0, 14],
      drifted: [],
      scans: [
        ['production', repaired, at(3), 0],
        ['staging', staging, at(2), 0],
      ],
    })
  })

  test('in a scan of several environments, only those not scanned since then count', async () => {
    const { report, latest } = await newScene()
    const all = ['production', 'staging', 'qa']
    const nightly = await report({ environments: all, drifts: ['staging', 'production'], hour: 1, total: 30 })
    const staging = await report({ environments: ['staging'], drifts: ['staging'], hour: 2, total: 10 })
    assert.deepEqual(shape(await latest()), {
      counts: [2, 40],
      drifted: ['staging', 'production'],
      scans: [
        ['production', nightly, at(1), 1],
        ['qa', nightly, at(1), 0],
        ['staging', staging, at(2), 1],
      ],
    })
  })

  test('a scan that comes late counts only for what was not scanned after it', async () => {
    const { report, latest } = await newScene()
    const newer = await report({ environments: ['production'], hour: 5, total: 4 })
    const late = await report({ environments: ['production', 'qa'], drifts: ['production', 'qa'], hour: 3 })
    const drift = await latest()
    assert.deepEqual([drift.id, drift.scannedAt], [newer, at(5)])
    assert.deepEqual(shape(drift), {
      counts: [1, 14],
      drifted: ['qa'],
      scans: [
        ['production', newer, at(5), 0],
        ['qa', late, at(3), 1],
      ],
    })
    // Of two at the same time, the one reported last counts.
    const again = await report({ environments: ['production'], drifts: ['production'], hour: 5 })
    assert.equal((await latest()).scans[0].snapshotId, again)
  })

  test('a scan that names no environment covers those in which it found something, or everything', async () => {
    const { report, latest, owner } = await newScene()
    const found = await report({ drifts: ['production'], hour: 1 })
    assert.deepEqual((await read(owner, `/drift/snapshots/${found}`)).environments, [])
    const qa = await report({ drifts: ['qa'], hour: 2 })
    assert.deepEqual(shape(await latest()), {
      counts: [2, 20],
      drifted: ['qa', 'production'],
      scans: [
        ['production', found, at(1), 1],
        ['qa', qa, at(2), 1],
      ],
    })
    const everything = await report({ hour: 3, total: 7 })
    assert.deepEqual(shape(await latest()), {
      counts: [0, 7],
      drifted: [],
      scans: [
        ['production', everything, at(3), 0],
        ['qa', everything, at(3), 0],
      ],
    })
    const since = await report({ environments: ['qa'], drifts: ['qa'], hour: 4 })
    assert.deepEqual(shape(await latest()).scans, [
      ['production', everything, at(3), 0],
      ['qa', since, at(4), 1],
    ])
  })

  test('where no environment was ever named, the scan covers all of them', async () => {
    const { report, latest } = await newScene()
    await report({ hour: 1 })
    const second = await report({ hour: 2, total: 3 })
    const drift = await latest()
    assert.deepEqual([drift.id, drift.environments], [second, []])
    assert.deepEqual(shape(drift), { counts: [0, 3], drifted: [], scans: [[null, second, at(2), 0]] })
  })

  test('a scan that is reported again counts as reported last', async () => {
    const { report, latest } = await newScene()
    const before = await report({ environments: ['qa'], drifts: ['qa'], hour: 1 })
    const named = { externalId: 'nightly', hour: 2, total: 5 }
    const nightly = await report({ ...named, environments: ['qa'] })
    assert.deepEqual(shape(await latest()).scans, [['qa', nightly, at(2), 0]])
    assert.equal(await report({ ...named, environments: ['staging'] }), nightly)
    assert.deepEqual(shape(await latest()).scans, [
      ['qa', before, at(1), 1],
      ['staging', nightly, at(2), 0],
    ])
  })

  test('an environment is any text, and none is mistaken for another', async () => {
    const { report, latest } = await newScene()
    const names = ['a', 'a b', 'a" ', '"', 'null', '', 'A', 'ä', '\u0001', `a\u0001b`, '🦊'.repeat(200)]
    for (const [index, name] of names.entries())
      await report({ environments: [name], drifts: index % 2 === 0 ? [name] : [], hour: index })
    const { scans, driftedCount, environments } = await latest()
    assert.deepEqual(new Set(environments), new Set(names))
    assert.equal(driftedCount, 6)
    for (const { environment, scannedAt } of scans) assert.equal(scannedAt, at(names.indexOf(environment)))
  })

  test('what differs in an environment that was not scanned is refused', async () => {
    const { owner, appId } = await newScene()
    const item = { appId, mappingsTotal: 1, environments: ['staging'], mappings: [mapping('production')] }
    const reply = await owner.post('/ingest/v1/drift', item)
    assert.equal(reply.status, 400)
    assert.match(
      reply.body.message,
      /^environments must include every environment .* "production" is missing/,
    )
    for (const environments of [null, 'staging', [1], ['x'.repeat(201)]])
      assert.equal((await owner.post('/ingest/v1/drift', { ...item, environments })).status, 400)
  })

  test('scans of another project, mode or organisation do not count', async () => {
    const organisation = await app.organisation()
    const own = await sceneOf(organisation.owner)
    const neighbour = await sceneOf(organisation.owner)
    const outsider = await newScene()
    const testing = await sceneOf(await organisation.person('admin', { mode: 'test' }))
    for (const { report } of [neighbour, outsider, testing])
      await report({ environments: ['production'], drifts: ['production'], hour: 9 })
    assert.equal(await own.latest(), null)
    await own.report({ environments: ['production'], hour: 1 })
    assert.deepEqual(shape(await own.latest()).counts, [0, 10])
    assert.equal((await outsider.owner.get(`/drift?appId=${own.appId}`)).status, 400)
  })

  test('many scans, and more differences than fit into an answer: the counts stay right', async () => {
    const organisation = await app.organisation()
    const { owner, appId, latest } = await sceneOf(organisation.owner)
    const long = 'x'.repeat(180)
    const scan = (environment: string, hour: number) => ({
      ...{ appId, scannedAt: at(hour), source: null, environments: [environment] },
      ...{ mappingsTotal: 1_000, driftedCount: 1_000 },
      mappings: Array.from({ length: 1_000 }, (_, n) => mapping(environment, `${long}${n}`)),
    })
    const scans = Array.from({ length: 18 }, (_, n) => scan(`e${n % 9}`, n))
    await insertAll(app, partitionOf(organisation), kinds.driftSnapshot, scans)
    const drift = await latest()
    assert.equal(drift.driftedCount, 9_000)
    assert.deepEqual(
      drift.scans.map(({ driftedCount, scannedAt }: Body) => [driftedCount, scannedAt]),
      Array.from({ length: 9 }, (_, n) => [1_000, at(n + 9)]),
    )
    assert.ok(drift.mappings.length > 1_000 && drift.mappings.length < 9_000, `${drift.mappings.length}`)
    assert.ok((await owner.get(`/drift?appId=${appId}`)).text.length < 5 * 1024 * 1024)
  })
})
