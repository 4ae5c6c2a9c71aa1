import { pluralOf } from '@svc/model'
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

/** "2 vault values and 1 webhook secret are" */
export function whatIsLost(lost: readonly KeyInUse[]): string {
  const totals = new Map<string, number>()
  for (const { what, count } of lost) totals.set(what, (totals.get(what) ?? 0) + count)
  const parts = [...totals].map(([what, count]) => `${count} ${count === 1 ? what : pluralOf(what)}`)
  const isOne = parts.length === 1 && parts[0]?.startsWith('1 ')
  return `${parts.join(' and ')} ${isOne ? 'is' : 'are'}`
}

export const idsOf = (lost: readonly KeyInUse[]): string =>
  [...new Set(lost.map(({ keyId }) => keyId))].join(', ')
