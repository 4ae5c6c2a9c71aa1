import { randomBytes } from 'node:crypto'
import { CatalogError, invalid, kinds } from '@svc/model'
import type { Access } from '../../../store/access.ts'
import type { Change } from '../../../store/change.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  factorsOf,
  passkeysOf,
  type Person,
  putTotp,
  removePasskey,
  removePasskeys,
  removeRecoveryCodes,
  removeTotp,
  replaceRecoveryCodes,
  totpOf,
  useTotpStep,
} from '../../../store/queries/second-factors.ts'
import { endGrants } from '../../../store/queries/program-grants.ts'
import { removeSessions } from '../../../store/queries/sign-in.ts'
import type { Caller } from '../../context.ts'
import type { Sealer } from '../../webhooks/sealer.ts'
import { factorOf, openFactor } from './factor-secrets.ts'
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts'
import { needsFactor } from './requirement.ts'
import { base32, stepOf, totpSecretBytes, totpUri } from './totp.ts'

/** What people do with their own second factors, each in one transaction with its event. */

export const personOf = ({ organisation, actor }: Caller): Person => ({
  homeId: organisation.home,
  userId: actor.id ?? '',
})

export interface TotpState {
  readonly confirmedAt: string | null
  readonly recoveryCodesLeft: number
}

export async function readTotp(access: Access, caller: Caller): Promise<TotpState> {
  const person = personOf(caller)
  const found = await access.run(totpOf, person)
  return {
    confirmedAt: found?.confirmedAt ?? null,
    recoveryCodesLeft: await access.run(countRecoveryCodes, person),
  }
}

/** A new secret, which counts once a code of it was confirmed. */
export async function beginTotp(
  change: Change,
  caller: Caller,
  { sealer, account }: { readonly sealer: Sealer; readonly account: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const person = personOf(caller)
  if ((await change.run(totpOf, person))?.confirmedAt) throw hasTotp()
  const secret = randomBytes(totpSecretBytes)
  const sealed = await sealer.seal(change, secret.toString('base64'), factorOf(person))
  await change.run(putTotp, person, { secret: sealed, at: change.at })
  const issuer = `svc (${caller.organisation.name})`
  return { secret: base32(secret), uri: totpUri(secret, { issuer, account }) }
}

export async function finishTotp(
  change: Change,
  caller: Caller,
  { sealer, code }: { readonly sealer: Sealer; readonly code: string },
): Promise<readonly string[]> {
  const person = personOf(caller)
  const found = await change.run(totpOf, person)
  if (!found) throw new CatalogError('not_found', 'There is nothing to confirm. Start with POST /auth/totp.')
  if (found.confirmedAt) throw hasTotp()
  const secret = openFactor(sealer, person, found.secret)
  const step = stepOf(secret, code.replace(/\s/g, ''), new Date(change.at))
  if (step === undefined || !(await change.run(useTotpStep, person, step)))
    throw invalid('code', 'is not the current code. Check the clock of the device that shows it')
  const isFirst = (await change.run(factorsOf, person)).length === 0
  await change.run(confirmTotp, person, change.at)
  const codes = await giveRecoveryCodes(change, person)
  await factorAdded(change, caller, { isFirst, event: 'user.totp_added' })
  return codes
}

const hasTotp = (): CatalogError =>
  new CatalogError('duplicate', 'You already have an authenticator app. Remove it first.')

export async function giveRecoveryCodes(change: Change, person: Person): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await change.run(
    replaceRecoveryCodes,
    person,
    codes.map((code) => recoveryDigest(person, code)),
  )
  return codes
}

/** New ones in place of those that are left. */
export async function renewRecoveryCodes(change: Change, caller: Caller): Promise<readonly string[]> {
  const person = personOf(caller)
  if ((await change.run(factorsOf, person)).length === 0)
    throw new CatalogError('not_found', 'You have no second factor that recovery codes could stand in for.')
  const codes = await giveRecoveryCodes(change, person)
  await change.log('user.recovery_codes_renewed', { kind: kinds.user.name, id: person.userId }, null, null)
  return codes
}

/**
 * Whoever opened another session with the password alone has not shown the first factor, and would otherwise profit
 * from it.
 */
export async function factorAdded(
  change: Change,
  caller: Caller,
  { isFirst, event }: { readonly isFirst: boolean; readonly event: string },
): Promise<void> {
  const { userId } = personOf(caller)
  if (isFirst) await removeSessions(change, { userId, except: caller.credential.id })
  change.touch(kinds.user)
  await change.log(event, { kind: kinds.user.name, id: userId }, null, null)
}

export async function dropTotp(change: Change, caller: Caller): Promise<void> {
  const person = personOf(caller)
  const found = await change.run(totpOf, person)
  if (!found) throw new CatalogError('not_found', 'You have no authenticator app.')
  const others = await change.run(passkeysOf, person)
  if (found.confirmedAt && others.length === 0) await refuseLast(change, caller)
  await change.run(removeTotp, person)
  await factorRemoved(change, caller, 'user.totp_removed')
}

export async function dropPasskey(change: Change, caller: Caller, id: string): Promise<void> {
  const person = personOf(caller)
  const all = await change.run(passkeysOf, person)
  if (!all.some((one) => one.id === id))
    throw new CatalogError('not_found', `You have no passkey ${JSON.stringify(id)}.`)
  const hasTotp = (await change.run(totpOf, person))?.confirmedAt
  if (all.length === 1 && !hasTotp) await refuseLast(change, caller)
  await change.run(removePasskey, person, id)
  await factorRemoved(change, caller, 'user.passkey_removed')
}

/** Before anything is removed: a refusal takes nothing back. */
async function refuseLast(change: Change, { role }: Caller): Promise<void> {
  const [stored] = await change.list(kinds.ssoSettings, { where: [], limit: 1 })
  if (!needsFactor(stored?.record.secondFactor, role)) return
  throw new CatalogError(
    'still_needed',
    'Your organisation requires a second factor, and this is your last one: add another first.',
  )
}

async function factorRemoved(change: Change, caller: Caller, event: string): Promise<void> {
  const person = personOf(caller)
  const left = await change.run(factorsOf, person)
  if (left.length === 0) await change.run(removeRecoveryCodes, person)
  change.touch(kinds.user)
  await change.log(event, { kind: kinds.user.name, id: person.userId }, null, null)
}

/** Everything of a person, for those who have lost it all. Their sessions end, and so do their programs. */
export async function resetFactors(change: Change, userId: string): Promise<boolean> {
  const person = { homeId: change.partitionId, userId }
  const removed = (await change.run(removeTotp, person)) + (await change.run(removePasskeys, person))
  const codes = await change.run(removeRecoveryCodes, person)
  await removeSessions(change, { userId })
  await endGrants(change, { userId })
  change.touch(kinds.user)
  await change.log('user.factors_reset', { kind: kinds.user.name, id: userId }, null, null)
  return removed + codes > 0
}
