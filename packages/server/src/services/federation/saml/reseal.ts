import type { Store } from '../../../store/open.ts'
import { listOrganisations } from '../../../store/queries/organisations.ts'
import { resealSamlKey, samlKeysOf } from '../../../store/queries/saml-keys.ts'
import { system } from '../../jobs/follower.ts'
import type { MasterKeys } from '../../vault/master-keys.ts'
import { createSamlSealer, samlKeyContext } from './own-keys.ts'

/** Re-encrypts the private keys for SAML with the newest master key, one transaction per organisation. */
export async function resealSamlKeys(store: Store, keys: MasterKeys): Promise<void> {
  const sealer = createSamlSealer(keys)
  for (const { home } of await store.run(listOrganisations))
    await store.write({ partitionId: home, actor: system, now: () => new Date() }, async (change) => {
      for (const { id, privateKey } of await change.run(samlKeysOf, home)) {
        const again = sealer.resealed(privateKey, samlKeyContext(home, id))
        if (again !== undefined) await change.run(resealSamlKey, home, { id, privateKey: again })
      }
    })
}
