import type { Access } from '../../store/access.ts'
import { type KeyInUse, keysInUse } from '../../store/queries/keys-in-use.ts'
import type { MasterKeys } from './master-keys.ts'

/** What is encrypted with master keys that are missing. */
export const findLostKeys = async (
  access: Access,
  keys: Pick<MasterKeys, 'find'>,
): Promise<readonly KeyInUse[]> => lostAmong(await access.run(keysInUse), keys)

export const lostAmong = (used: readonly KeyInUse[], keys: Pick<MasterKeys, 'find'>): readonly KeyInUse[] =>
  used.filter(({ keyId }) => !keys.find(keyId))

export const lostKeysSentence = (lost: readonly KeyInUse[]): string =>
  `${whatIsLost(lost)} encrypted with the master key ${idsOf(lost)}, which is missing: put its key file or SVC_MASTER_KEY back.`

/** "2 values in the vault and 1 webhook secrets are" */
export function whatIsLost(lost: readonly KeyInUse[]): string {
  const totals = new Map<string, number>()
  for (const { what, count } of lost) totals.set(what, (totals.get(what) ?? 0) + count)
  return `${[...totals].map(([what, count]) => `${count} ${what}`).join(' and ')} are`
}

export const idsOf = (lost: readonly KeyInUse[]): string =>
  [...new Set(lost.map(({ keyId }) => keyId))].join(', ')
