import type { Store } from '../../../store/open.ts'
import { listOrganisations } from '../../../store/queries/organisations.ts'
import { resealTotp, totpSecretsIn } from '../../../store/queries/second-factors.ts'
import { system } from '../../jobs/follower.ts'
import type { MasterKeys } from '../../vault/master-keys.ts'
import { createFactorSealer, factorOf } from './factor-secrets.ts'

/** Re-encrypts the secrets of all second factors with the newest master key, one transaction per organisation. */
export async function resealFactors(store: Store, keys: MasterKeys): Promise<number> {
  const sealer = createFactorSealer(keys)
  let total = 0
  for (const { home } of await store.run(listOrganisations)) {
    total += await store.write(
      { partitionId: home, actor: system, now: () => new Date() },
      async (change) => {
        let count = 0
        for (const { userId, secret } of await change.run(totpSecretsIn, home)) {
          const person = { homeId: home, userId }
          const again = sealer.resealed(secret, factorOf(person))
          if (again === undefined) continue
          await change.run(resealTotp, person, again)
          count += 1
        }
        return count
      },
    )
  }
  return total
}
