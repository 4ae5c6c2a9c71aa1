import { CatalogError } from '@svc/model'
import type { Access } from '../../store/access.ts'
import { keysInUse } from '../../store/queries/keys-in-use.ts'
import { lostAmong, lostKeysSentence } from './lost-keys.ts'
import { type MasterKey, MasterKeyError } from './master-key.ts'
import type { MasterKeys } from './master-keys.ts'

/**
 * The key that new data is encrypted with; only here is the very first one created. A lost key must be put back, not
 * replaced: what it has encrypted would be unreadable.
 *
 * Looked up inside the transaction: a rotation locks the same partition after it has stored the new key, so nothing
 * is encrypted with the old one unnoticed.
 */
export async function keyForNew(access: Access, keys: MasterKeys): Promise<MasterKey> {
  try {
    return keys.newest() ?? (await firstKey(access, keys))
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    throw new CatalogError('unavailable', `The value cannot be encrypted. ${error.message}`, { cause: error })
  }
}

async function firstKey(access: Access, keys: MasterKeys): Promise<MasterKey> {
  const lost = lostAmong(await access.run(keysInUse), keys)
  if (lost.length === 0) return keys.make()
  throw new MasterKeyError(lostKeysSentence(lost))
}
