import { isDeepStrictEqual } from 'node:util'
import { kinds, type Kinds, logged, type Rota, type RotaPerson, type Stored } from '@svc/model'
import type { Shift } from '../../outbound/oncall.ts'
import type { Change } from '../../store/change.ts'
import { homeOf } from '../../store/partition-id.ts'
import { type FoundMember, findMember } from '../../store/queries/oncall.ts'
import type { StoredRecord } from '../../store/table.ts'
import { turnAt } from './turn.ts'

type Binding = Stored<Kinds['oncallBinding']>

export const nobody = {
  currentlyOnCallUserName: null,
  currentlyOnCallUserEmail: null,
  currentlyOnCallUserUid: null,
  currentShiftStartsAt: null,
  currentShiftEndsAt: null,
  changesAt: null,
} as const satisfies Partial<Binding>

/** A shift that has ended puts nobody on call, whatever a provider or an old answer says. */
export const hasEnded = (endsAt: string | null, at: string): boolean => endsAt !== null && endsAt <= at

/** The fields of a binding according to a provider's answer. */
export async function byShift(change: Change, shift: Shift | null): Promise<Partial<Binding>> {
  if (!shift || hasEnded(shift.endsAt, change.at)) return nobody
  const { email, startsAt, endsAt } = shift
  const member = await memberWith(change, { email })
  return {
    // Not every provider reports people's names.
    currentlyOnCallUserName: shift.name ?? member?.name ?? email,
    currentlyOnCallUserEmail: email,
    currentlyOnCallUserUid: member?.id ?? null,
    currentShiftStartsAt: startsAt,
    currentShiftEndsAt: endsAt,
    changesAt: endsAt,
  }
}

/** A rota that time alone never changes has a time too, so that it can be brought forward in place. */
const endOfTime = '9999-12-31T23:59:59.999Z'

/** The fields of a binding according to its rota at the time of a change. */
export async function byRota(change: Change, rota: Rota | null): Promise<Partial<Binding>> {
  if (rota === null) return { ...nobody, lastFetchError: null }
  const { person, startsAt, endsAt, changesAt = endOfTime } = turnAt(rota, new Date(change.at))
  if (!person) return { ...nobody, changesAt, lastFetchError: null }
  const member = await memberWith(change, person)
  if (member && !member.isActive) {
    const lastFetchError = `It is the turn of ${member.name ?? member.email}, who is deactivated. Replace them in the rota.`
    return { ...nobody, changesAt, lastFetchError }
  }
  return {
    currentlyOnCallUserName: person.name ?? member?.name ?? member?.email ?? null,
    currentlyOnCallUserEmail: person.email ?? member?.email ?? null,
    currentlyOnCallUserUid: member?.id ?? null,
    currentShiftStartsAt: startsAt,
    currentShiftEndsAt: endsAt,
    changesAt,
    lastFetchError: null,
  }
}

/** Writes what was learned, if it is new. */
export async function keepLearned(
  change: Change,
  stored: StoredRecord,
  learned: Partial<Binding>,
): Promise<StoredRecord> {
  const next = { ...stored.record, ...learned }
  return isDeepStrictEqual(next, stored.record) ? stored : change.derive(kinds.oncallBinding, stored, next)
}

/** Logs an event when somebody else is on call, or at different times; not for every refresh. */
export async function noteHandover(change: Change, before: StoredRecord, after: StoredRecord): Promise<void> {
  const kind = kinds.oncallBinding
  if (isDeepStrictEqual(whoAndWhen(after.record as Binding), whoAndWhen(before.record as Binding))) return
  const subject = { kind: kind.name, id: String(before.record.id) }
  await change.log(`${kind.name}.updated`, subject, logged(kind, before.record), logged(kind, after.record))
}

const whoAndWhen = (binding: Binding): readonly (string | null)[] => [
  binding.currentlyOnCallUserName,
  binding.currentlyOnCallUserEmail,
  binding.currentlyOnCallUserUid,
  binding.currentShiftStartsAt,
  binding.currentShiftEndsAt,
]

/** The member who a person is, by id or e-mail address. */
function memberWith(
  change: Change,
  { uid, email }: Pick<RotaPerson, 'uid' | 'email'>,
): Promise<FoundMember | undefined> {
  const home = homeOf(change.partitionId)
  const by = typeof uid === 'string' ? { id: uid } : typeof email === 'string' ? { email } : undefined
  return by ? change.run(findMember, home, by) : Promise.resolve(undefined)
}
