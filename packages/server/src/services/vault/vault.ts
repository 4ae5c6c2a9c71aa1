import { isDeployed, type VaultUse, type VaultUseType } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { findValue, type KeptValue, putValue } from '../../store/queries/secret-values.ts'
import { openValue, sealValue } from './envelope.ts'
import { keyForNew } from './key-for-new.ts'
import { type MasterKey, MasterKeyError } from './master-key.ts'
import type { MasterKeys } from './master-keys.ts'
import { actorOr, createUseLog } from './use-log.ts'
import { permits, UseRefusedError } from './uses.ts'

/** Write access, which is all that the API has to the vault. */
export interface VaultWriter {
  /** Encrypts a value and stores it with its record, in the same transaction. */
  put(change: Change, secretId: string, value: Uint8Array): Promise<void>
}

/** What a value is needed for, and who requests it; svc itself if nobody is named. */
export interface Purpose {
  readonly type: VaultUseType
  /** The host that it is sent to, or how to read it from the value. */
  readonly host: string | null | ((value: Uint8Array) => string | null)
  readonly actor?: Actor
}

/** For the server's own use. Revealed values must not get into an answer, a log or an event. */
export interface Vault extends VaultWriter {
  /**
   * The value of the item that a keyword names in a partition; null if there is none that svc may use. A use that the
   * item does not list throws `UseRefusedError`. Either way it is logged.
   */
  reveal(partitionId: PartitionId, keyword: string, purpose: Purpose): Promise<Uint8Array | null>
}

export function createVault(store: Store, keys: MasterKeys, now: () => Date = () => new Date()): Vault {
  const logUse = createUseLog(store, now)
  return {
    async put(change, secretId, value) {
      const master = await keyForNew(change, keys)
      const place = { partitionId: change.partitionId, secretId }
      await change.run(putValue, place, sealValue(master, place, value))
    },

    async reveal(partitionId, keyword, { type, host, actor }) {
      const kept = await store.run(findValue, partitionId, keyword)
      if (!kept || (kept.deploymentOnly && !isDeployed(type))) return null
      const { secretId, uses } = kept
      const value = opened(keyOf(keys, kept), kept)
      const use: VaultUse = { type, host: typeof host === 'function' ? host(value) : host }
      const isAllowed = permits(uses, use)
      const outcome = isAllowed ? 'used' : 'use_refused'
      await logUse({ partitionId, secretId, use, outcome, actor: actorOr(actor) })
      if (!isAllowed) throw new UseRefusedError({ id: secretId, keyword, uses }, use)
      return value
    },
  }
}

function opened(master: MasterKey, kept: KeptValue): Uint8Array {
  try {
    return openValue(master, kept)
  } catch (cause) {
    const message = `The value encrypted with the master key ${master.id} cannot be decrypted: it is damaged.`
    throw new MasterKeyError(message, { cause })
  }
}

function keyOf(keys: MasterKeys, { keyId }: KeptValue): MasterKey {
  const key = keys.find(keyId)
  if (key) return key
  throw new MasterKeyError(`The value is encrypted with the master key ${keyId}, which is missing.`)
}
