import { kinds, modes } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/queries/organisations.ts'
import { resealWebhook } from '../../store/queries/webhooks.ts'
import { system } from '../jobs/follower.ts'
import type { MasterKeys } from '../vault/master-keys.ts'
import { createSealer } from './sealer.ts'
import { sealedTo } from './sender.ts'

/**
 * Re-encrypts the secrets of all webhooks with the newest master key, one transaction per mode of an organisation.
 */
export async function resealWebhooks(store: Store, keys: MasterKeys): Promise<number> {
  const sealer = createSealer(keys)
  const organisations = await store.run(listOrganisations)
  let total = 0
  for (const partitionId of organisations.flatMap(({ partitions }) =>
    modes.map((mode) => partitions[mode]),
  )) {
    total += await store.write({ partitionId, actor: system, now: () => new Date() }, async (change) => {
      let count = 0
      for (const { record } of await change.list(kinds.webhook, { where: [] })) {
        const webhook = record as Webhook
        const again = (sealed: string) => sealer.resealed(sealed, sealedTo(partitionId, webhook)) ?? sealed
        const secret = again(webhook.secret)
        const oldSecret = webhook.oldSecret === null ? null : again(webhook.oldSecret)
        if (secret === webhook.secret && oldSecret === webhook.oldSecret) continue
        await change.run(resealWebhook, { partitionId, webhookId: webhook.id }, { secret, oldSecret })
        count += 1
      }
      return count
    })
  }
  return total
}
