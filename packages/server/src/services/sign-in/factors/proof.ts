import { CatalogError, kinds } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import {
  type Person,
  type SecondFactor,
  totpOf,
  useRecoveryCode,
  useTotpStep,
} from '../../../store/queries/second-factors.ts'
import type { Sealer } from '../../webhooks/sealer.ts'
import { openFactor } from './factor-secrets.ts'
import { noteUse, type PasskeyVerdict } from './passkeys.ts'
import { isRecoveryCode, recoveryDigest } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** What a code proves, which uses it up; undefined if it is wrong or was used before. */
export async function proveByCode(
  change: Change,
  person: Person,
  { sealer, code }: { readonly sealer: Sealer; readonly code: string },
): Promise<Extract<SecondFactor, 'totp' | 'recovery'> | undefined> {
  if (isRecoveryCode(code)) {
    if (!(await change.run(useRecoveryCode, person, recoveryDigest(person, code)))) return undefined
    await change.log('user.recovery_code_used', { kind: kinds.user.name, id: person.userId }, null, null)
    return 'recovery'
  }
  const found = await change.run(totpOf, person)
  if (!found?.confirmedAt) return undefined
  const step = stepOf(openFactor(sealer, person, found.secret), code.replace(/\s/g, ''), new Date(change.at))
  return step !== undefined && (await change.run(useTotpStep, person, step)) ? 'totp' : undefined
}

/** The same for the answer of a passkey, which must be theirs. */
export async function proveByPasskey(
  change: Change,
  { homeId, userId }: Person,
  verdict: PasskeyVerdict,
): Promise<Extract<SecondFactor, 'passkey'> | undefined> {
  if (!verdict.isGood || verdict.passkey.homeId !== homeId || verdict.passkey.userId !== userId)
    return undefined
  return (await noteUse(change, verdict)) ? 'passkey' : undefined
}

export const wrongCode = (): CatalogError =>
  new CatalogError('unauthenticated', 'The code is wrong, or was used before.')

export const wrongPasskey = (): CatalogError =>
  new CatalogError('unauthenticated', 'The passkey was not accepted.')
