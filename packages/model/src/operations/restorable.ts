import type { Kind } from '../kind/kind.ts'
import { allKinds } from '../kinds/index.ts'

/** Whether deleted records of a kind come back, on their own or with what they were deleted with. */
export const comesBack = ({ home, unlogged, staysDeleted }: Kind): boolean =>
  home === 'partition' && !unlogged && staysDeleted === undefined

/** The kinds whose deleted records can be listed and restored one by one. */
export const restorableKinds: readonly Kind[] = allKinds.filter(
  (kind) => comesBack(kind) && (kind.verbs as readonly string[]).includes('delete'),
)
