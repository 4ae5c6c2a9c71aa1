import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { systemCaller } from '../context.ts'
import { importFocus } from './import-focus.ts'

const columns = 'BillingPeriodStart,ChargePeriodStart,BillingCurrency,EffectiveCost,ResourceId,Tags\n'
const row = (day: string, cost: string, resource = '', app = ''): string =>
  `2026-10-01,${day},USD,${cost},${resource},"{""app"":""${app}""}"\n`

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const { make } = createFixtures({ app, organisation })
    const found = await app.store.run(findOrganisation, organisation.id)
    assert.ok(found)
    const ctx = { store: app.store, caller: systemCaller(found, 'live'), now: () => new Date() }
    const load = (pieces: () => AsyncGenerator<string>) =>
      importFocus(ctx, {
        files: [{ part: 'focus.csv', bytes: encoded(pieces()) }],
        source: 'focus',
        basis: 'effective',
        tag: 'app',
        accounts: new Map(),
        isStrict: false,
        isDryRun: false,
      })
    const entries = async () => (await organisation.owner.get('/costs/entries')).body.entries
    return { owner: organisation.owner, make, load, entries }
  }

  test('a project that is deleted while the export is read gets no entries', async () => {
    const { owner, make, load, entries } = await newScene()
    const { id } = await make(kinds.project, { name: 'Shop' })
    const deleting = async function* () {
      yield columns + row('2026-10-01', '1', '', 'shop')
      assert.equal((await owner.delete(`/projects/${id}`)).status, 204)
      yield row('2026-10-02', '1', '', 'shop')
    }
    await assert.rejects(load(deleting), new RegExp(`project ${id} was deleted while the export was read`))
    assert.deepEqual(await entries(), [])
  })

  test('a day out of range is refused, not mistaken for another day of something else', async () => {
    const { load, entries } = await newScene()
    const { refused, totals } = await load(async function* () {
      yield columns + row('9999-12-31', '7') + row('2200-01-01', '7') + row('2199-12-31', '1')
    })
    assert.deepEqual(
      refused.map(({ line }) => line),
      [2, 3],
    )
    assert.match(refused[0]?.reason ?? '', /ChargePeriodStart is not a date from 1970 to 2199: "9999-12-31"/)
    assert.equal(totals[0]?.cents, 100)
    assert.equal((await entries())[0].periodStart, '2199-12-31T00:00:00.000Z')
  })

  test('an empty tag or resource id matches no project, nor does a resource that two projects claim', async () => {
    const { make, load, entries } = await newScene()
    const { id: signs } = await make(kinds.project, { name: '***' })
    const { id: other } = await make(kinds.project, { name: 'Other' })
    await make(kinds.resource, { externalId: '', componentId: other })
    for (const componentId of [signs, other])
      await make(kinds.resource, { externalId: 'arn:shared', componentId })
    for (const name of ['Primary', 'Replica'])
      await make(kinds.resource, { name, externalId: 'arn:twice', componentId: other })
    await load(async function* () {
      yield columns + row('2026-10-01', '1') + row('2026-10-02', '2', 'arn:shared')
      yield row('2026-10-03', '4', 'arn:twice')
    })
    const owners = (await entries()).map((entry: Entry) => [entry.amountCents, entry.appId])
    assert.deepEqual(
      new Map(owners),
      new Map([
        [100, null],
        [200, null],
        [400, other],
      ]),
    )
  })
})

interface Entry {
  readonly amountCents: number
  readonly appId: string | null
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
