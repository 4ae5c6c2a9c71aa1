import type { CoverageGap, Kinds, RotaPerson, Stored } from '@svc/model'
import type { RotaMember } from './members-in-rotas.ts'
import { type Stretch, stretchesOf } from './turn.ts'

/** What coverage is worked out from. */
export const bindingFields = [
  'id',
  'scope',
  'targetId',
  'provider',
  'manual',
  'currentlyOnCallUserName',
  'currentlyOnCallUserEmail',
  'currentlyOnCallUserUid',
  'currentShiftStartsAt',
  'currentShiftEndsAt',
  'lastFetchedAt',
  'lastFetchError',
] as const satisfies readonly (keyof Stored<Kinds['oncallBinding']>)[]

export type Binding = Pick<Stored<Kinds['oncallBinding']>, (typeof bindingFields)[number]>

/** Somebody's time on call, whole: the ends may be open, and lie outside of what was asked for. */
export interface Shift {
  readonly from: number
  readonly to: number
  readonly bindingId: string
  readonly userName: string | null
  readonly userEmail: string | null
  readonly userUid: string | null
  readonly isOverride: boolean
}

export interface Gap {
  readonly from: number
  readonly to: number
  readonly reason: CoverageGap['reason']
}

interface Asked {
  readonly from: number
  readonly to: number
  readonly memberFor: (person: RotaPerson) => RotaMember | undefined
}

/** Who is on call by a rota kept in svc, and why nobody is in between. */
export function shiftsByRota({ id, manual }: Binding, { from, to, memberFor }: Asked) {
  const shifts: Shift[] = []
  const gaps: Gap[] = []
  if (!manual) return { shifts, gaps: [{ from, to, reason: 'noRota' as const }] }
  for (const stretch of stretchesOf(manual, from, to)) {
    const { person } = stretch
    const member = person ? memberFor(person) : undefined
    const userName = person?.name ?? member?.name ?? member?.email ?? null
    const isOut = member?.isActive === false
    if (person && userName !== null && !isOut)
      shifts.push({
        ...{ from: stretch.from, to: stretch.to, bindingId: id, userName },
        userEmail: person.email ?? member?.email ?? null,
        userUid: member?.id ?? null,
        isOverride: stretch.key.startsWith('override'),
      })
    else gaps.push({ from: stretch.from, to: stretch.to, reason: reasonOf(stretch) })
  }
  return { shifts, gaps }
}

const reasonOf = ({ key, person }: Stretch): Gap['reason'] =>
  person ? 'deactivated' : key === 'over' ? 'ended' : 'notStarted'

/**
 * Of an on-call provider only the shift it last told is known. Without a start it is known since then, and without an
 * end until now, or until the last answer if the provider has not responded since.
 */
export function shiftByProvider(binding: Binding, now: number): readonly Shift[] {
  const { currentlyOnCallUserName: userName, lastFetchedAt, lastFetchError } = binding
  if (userName === null) return []
  const told = lastFetchedAt === null ? now : Date.parse(lastFetchedAt)
  const { currentShiftStartsAt: start, currentShiftEndsAt: end } = binding
  const from = start === null ? told : Date.parse(start)
  const to = end === null ? (lastFetchError === null ? now : told) : Date.parse(end)
  if (to <= from) return []
  return [
    {
      ...{ from, to, bindingId: binding.id, userName, isOverride: false },
      userEmail: binding.currentlyOnCallUserEmail,
      userUid: binding.currentlyOnCallUserUid,
    },
  ]
}
