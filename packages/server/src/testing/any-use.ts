import type { VaultUseType } from '@svc/model'
import type { Vault } from '../services/vault/vault.ts'
import type { Store } from '../store/open.ts'
import type { PartitionId } from '../store/partition-id.ts'
import { executeIn } from './tables.ts'

interface RevealRequest {
  readonly store: Store
  readonly vault: Vault
  readonly partitionId: PartitionId
  readonly keyword: string
  readonly type?: VaultUseType
}

/** Reveals a vault item for a use that is first added to its list: for tests that are not about uses. */
export async function revealForAnyUse({ store, vault, partitionId, keyword, type = 'slack' }: RevealRequest) {
  await executeIn(store, 'update secrets set uses = ? where partition_id = ? and keyword = ?', [
    JSON.stringify([{ type, host: null }]),
    partitionId,
    keyword,
  ])
  return vault.reveal(partitionId, keyword, { type, host: null })
}
