import { CatalogError } from '@svc/model'
import type { Person } from '../../../store/queries/second-factors.ts'
import type { MasterKeys } from '../../vault/master-keys.ts'
import { MasterKeyError } from '../../vault/master-key.ts'
import { createSealer, type Sealer } from '../../webhooks/sealer.ts'

/** Encrypts what codes are made from. */
export const createFactorSealer = (keys: MasterKeys): Sealer =>
  createSealer(keys, { what: 'A TOTP secret', purpose: 'svc totp secret 1' })

export const factorOf = ({ homeId, userId }: Person): string => `totp ${homeId} ${userId}`

export function openFactor(sealer: Sealer, person: Person, sealed: string): Buffer {
  try {
    return Buffer.from(sealer.open(sealed, factorOf(person)), 'base64')
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    throw new CatalogError('unavailable', `Codes cannot be checked. ${error.message}`, { cause: error })
  }
}
