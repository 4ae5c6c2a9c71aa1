import type { VaultUseType } from '@svc/model'
import type { Vault } from '../services/vault/vault.ts'
import type { Store } from '../store/open.ts'
import type { PartitionId } from '../store/partition-id.ts'
import { executeIn } from './tables.ts'

interface Wanted {
  readonly store: Store
  readonly vault: Vault
  readonly partitionId: PartitionId
  readonly keyword: string
  readonly type?: VaultUseType
}

/** What the vault gives out for a use that the item is made to list first: for tests that are not about uses. */
export async function revealForAnyUse({ store, vault, partitionId, keyword, type = 'slack' }: Wanted) {
  await executeIn(store, 'update secrets set uses = ? where partition_id = ? and keyword = ?', [
    JSON.stringify([{ type, host: null }]),
    partitionId,
    keyword,
  ])
  return vault.reveal(partitionId, keyword, { type, host: null })
}
