import type { Store } from '../../store/open.ts'
import { mailSecretsIn, resealMail } from '../../store/queries/mails.ts'
import { listOrganisations } from '../../store/queries/organisations.ts'
import { system } from '../jobs/follower.ts'
import type { MasterKeys } from '../vault/master-keys.ts'
import { createMailSealer, mailSeal } from './outbox.ts'

/** Re-encrypts what waits to be sent with the newest master key, one transaction per organisation. */
export async function resealMails(store: Store, keys: MasterKeys): Promise<number> {
  const sealer = createMailSealer(keys)
  let total = 0
  for (const { home } of await store.run(listOrganisations)) {
    total += await store.write(
      { partitionId: home, actor: system, now: () => new Date() },
      async (change) => {
        let count = 0
        for (const { id, secret } of await change.run(mailSecretsIn, home)) {
          const place = { homeId: home, id }
          const again = sealer.resealed(secret, mailSeal(place))
          if (again === undefined) continue
          await change.run(resealMail, place, again)
          count += 1
        }
        return count
      },
    )
  }
  return total
}
