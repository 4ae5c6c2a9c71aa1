import type { Change } from '../../store/change.ts'
import { keysInUse } from '../../store/queries/keys-in-use.ts'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/queries/organisations.ts'
import { type KeptValue, rewrapValue, valuesUnderOtherKeys } from '../../store/queries/secret-values.ts'
import { rewrapped } from './envelope.ts'
import { lostKeysSentence } from './lost-keys.ts'
import { type MasterKey, MasterKeyError } from './master-key.ts'
import type { MasterKeys } from './master-keys.ts'

export interface Rotation {
  /** The key that all values are under now. */
  readonly keyId: string
  /** Whether it was created now, or already existed and is now used for the rest too. */
  readonly isNew: boolean
  readonly rewrapped: number
  /** Values under missing keys, which stay as they are. */
  readonly unreadable: number
}

/** Few enough that other writers never wait long. */
const batch = 200
const actor = { type: 'system', id: null, name: 'svc' } as const

/**
 * Puts every value under the newest master key, creating a new one first, unless an unfinished rotation has already
 * done so. Each batch is a transaction, so it can be interrupted and restarted at any time.
 */
export async function rotateMasterKey(store: Store, keys: MasterKeys): Promise<Rotation> {
  const { master, isNew } = await settleKey(store, keys)
  const totals = { rewrapped: 0, unreadable: 0 }
  const organisations = await store.run(listOrganisations)
  // Including those without a value: the first one may just be being written under the old key.
  for (const partitionId of organisations.flatMap(({ partitions }) => Object.values(partitions))) {
    let last: string | undefined = ''
    while (last !== undefined) {
      const after: string = last
      const done = await store.write({ partitionId, actor, now: () => new Date() }, (change) =>
        rewrapSome(change, { keys, master, after }),
      )
      totals.rewrapped += done.rewrapped
      totals.unreadable += done.unreadable
      last = done.last
    }
  }
  return { keyId: master.id, isNew, ...totals }
}

/** One at a time: two that each create a key could lose one. */
async function settleKey(
  store: Store,
  keys: MasterKeys,
): Promise<{ readonly master: MasterKey; readonly isNew: boolean }> {
  return store.transaction(async (tx) => {
    await tx.lockSchema()
    const newest = keys.newest()
    const used = await tx.run(keysInUse)
    if (!newest && used.length > 0) throw new MasterKeyError(lostKeysSentence(used))
    const isUnderWay = used.some(({ keyId }) => keyId !== newest?.id && keys.find(keyId))
    if (newest && (isUnderWay || !keys.areOurs)) return { master: newest, isNew: false }
    return { master: keys.add(), isNew: true }
  })
}

async function rewrapSome(
  change: Change,
  { keys, master, after }: { readonly keys: MasterKeys; readonly master: MasterKey; readonly after: string },
) {
  const values = await change.run(
    valuesUnderOtherKeys,
    { partitionId: change.partitionId, secretId: after },
    { keyId: master.id, limit: batch },
  )
  const readable = values.flatMap((value): readonly (readonly [KeptValue, MasterKey])[] => {
    const from = keys.find(value.keyId)
    return from ? [[value, from]] : []
  })
  for (const [value, from] of readable) await change.run(rewrapValue, rewrapped(from, master, value))
  return {
    rewrapped: readable.length,
    unreadable: values.length - readable.length,
    last: values.length === batch ? values.at(-1)?.secretId : undefined,
  }
}
