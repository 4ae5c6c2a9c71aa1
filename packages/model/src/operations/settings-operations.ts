import { type Kind, listKeyOf } from '../kind/kind.ts'
import { allOperations } from './index.ts'
import type { Operation } from './operation.ts'

/** What reads and what changes a kind of which each organisation always has exactly one record. */
export interface SettingsOperations {
  readonly read: Operation
  readonly change: Operation
}

export function settingsOperations(kind: Kind): SettingsOperations | undefined {
  const own = allOperations.filter(({ path }) => path === kind.path)
  const read = own.find(
    ({ method, success }) => method === 'GET' && !success.schema?.properties?.[listKeyOf(kind)],
  )
  const change = own.find(({ method }) => method === 'PATCH')
  return read && change && { read, change }
}
