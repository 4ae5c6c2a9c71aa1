import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Access } from '../../store/access.ts'
import { keyForNew } from '../vault/key-for-new.ts'
import { type MasterKey, MasterKeyError } from '../vault/master-key.ts'
import type { MasterKeys } from '../vault/master-keys.ts'

/** Keeps texts unreadable in the database. What a text belongs to is part of the seal: it opens nowhere else. */
export interface Sealer {
  /** Within the transaction that keeps it. */
  seal(access: Access, text: string, belongsTo: string): Promise<string>
  open(sealed: string, belongsTo: string): string
  /** The same text under the newest key; undefined where it is so already, or its key is not here. */
  resealed(sealed: string, belongsTo: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Seals with keys derived from the master keys, and says with which: `<key id>.<sealed>`. */
export function createSealer(masters: MasterKeys): Sealer {
  const sealWith = (master: MasterKey, text: string, belongsTo: string): string => {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv(algorithm, keyOf(master), iv).setAAD(Buffer.from(belongsTo))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${master.id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }

  const open: Sealer['open'] = (sealed, belongsTo) => {
    const [id = '', text = ''] = sealed.split('.')
    const master = masters.find(id)
    if (!master)
      throw new MasterKeyError(`A webhook's secret is sealed with the master key ${id}, which is not here.`)
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(algorithm, keyOf(master), bytes.subarray(0, ivLength))
    decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    const opened = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
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

/** Not the master key itself: what is sealed here and what the vault encrypts can never stand in for each other. */
const keyOf = ({ key }: MasterKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'svc webhook secret 1', 32))
