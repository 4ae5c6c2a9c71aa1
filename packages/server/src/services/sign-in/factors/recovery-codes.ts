import { hash, randomBytes } from 'node:crypto'
import type { Person } from '../../../store/queries/second-factors.ts'
import { base32 } from './totp.ts'

const count = 10
/** So many that a digest, if it ever leaked, could not be searched. */
const codeBytes = 10

const pattern = /^[a-z2-7]{16}$/

/** Codes for when a device is lost: each works once, and only their digests are kept. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: count }, () =>
    base32(randomBytes(codeBytes))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  )

/** Whose it is goes into it: the same code of two people has two digests. */
export const recoveryDigest = ({ homeId, userId }: Person, code: string): string =>
  hash('sha256', `recovery ${homeId} ${userId} ${bare(code)}`)

export const isRecoveryCode = (text: string): boolean => pattern.test(bare(text))

/** As people may type it. */
const bare = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
