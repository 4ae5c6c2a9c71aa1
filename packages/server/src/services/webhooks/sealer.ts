import type { KeyObject } from 'node:crypto'
import type { Access } from '../../store/access.ts'
import { derivedKey, seal, unseal } from '../seal.ts'
import { keyForNew } from '../vault/key-for-new.ts'
import { type MasterKey, MasterKeyError } from '../vault/master-key.ts'
import type { MasterKeys } from '../vault/master-keys.ts'

/** Encrypts texts for the database. What a text belongs to is part of the seal: it opens nowhere else. */
export interface Sealer {
  /** Within the transaction that stores it. */
  seal(access: Access, text: string, belongsTo: string): Promise<string>
  open(sealed: string, belongsTo: string): string
  /** The same text under the newest key; undefined if it already is, or if its key is missing. */
  resealed(sealed: string, belongsTo: string): string | undefined
}

/** What is sealed: each has keys of its own. */
interface Sealed {
  readonly what: string
  readonly purpose: string
}

const webhookSecret: Sealed = { what: 'A webhook’s secret', purpose: 'svc webhook secret 1' }

/** Seals with keys derived from the master keys, and records which: `<key id>.<sealed>`. */
export function createSealer(masters: MasterKeys, { what, purpose }: Sealed = webhookSecret): Sealer {
  /** Not the master key itself: what is sealed here and what the vault encrypts can never be swapped. */
  const keyOf = ({ key }: MasterKey): KeyObject => derivedKey(key, purpose)

  const sealWith = (master: MasterKey, text: string, belongsTo: string): string =>
    `${master.id}.${seal(keyOf(master), Buffer.from(text), belongsTo).toString('base64url')}`

  const open: Sealer['open'] = (sealed, belongsTo) => {
    const [id = '', text = ''] = sealed.split('.')
    const master = masters.find(id)
    if (!master) throw new MasterKeyError(`${what} is encrypted with the master key ${id}, which is missing.`)
    return unseal(keyOf(master), Buffer.from(text, 'base64url'), belongsTo).toString()
  }

  return {
    seal: async (access, text, belongsTo) => sealWith(await keyForNew(access, masters), text, belongsTo),
    open,
    resealed(sealed, belongsTo) {
      const newest = masters.newest()
      const [id = ''] = sealed.split('.')
      if (!newest || newest.id === id || !masters.find(id)) return undefined
      return sealWith(newest, open(sealed, belongsTo), belongsTo)
    },
  }
}
