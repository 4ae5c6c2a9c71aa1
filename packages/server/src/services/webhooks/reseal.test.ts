import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { openMasterKeys } from '../vault/master-keys.ts'
import { resealWebhooks } from './reseal.ts'
import { createSealer } from './sealer.ts'
import { sealedTo } from './sender.ts'

const [older, newer] = ['11'.repeat(32), '22'.repeat(32)]

onEachEngine((engine) => {
  const app = useApp(engine, { masterKey: { text: older } })

  test('after a rotation only the new master key is needed for every secret, and nothing else has changed', async () => {
    const { owner, id: organisationId } = await app.organisation()
    const partitionId = partitionIdOf(organisationId, 'live')
    const body = { url: 'https://hooks.acme.example/', status: 'disabled' }
    const { secret: old, id } = (await owner.post('/webhooks', body)).body
    const { secret } = (await owner.post(`/webhooks/${id}/rotate-secret`)).body
    const before = await owner.get(`/webhooks/${id}`)
    assert.equal(await resealWebhooks(app.store, openMasterKeys({ text: `${newer},${older}` })), 1)
    assert.equal(await resealWebhooks(app.store, openMasterKeys({ text: `${newer},${older}` })), 0)
    const webhook = (await app.store.records(partitionId).find(kinds.webhook, id))?.record as Webhook
    const sealer = createSealer(openMasterKeys({ text: newer }))
    const opened = [webhook.secret, webhook.oldSecret].map((one) =>
      sealer.open(String(one), sealedTo(partitionId, webhook)),
    )
    assert.deepEqual(opened, [secret, old])
    const after = await owner.get(`/webhooks/${id}`)
    assert.deepEqual([after.text, after.headers.get('etag')], [before.text, before.headers.get('etag')])

    const ping = (await owner.post(`/webhooks/${id}/test`)).body
    assert.equal(ping.status, 'failed', 'a server without the new key says so')
    assert.match(ping.error, /master key [0-9a-f]+, which is missing/)
  })
})
