import { capital, type Rota, type RotaPerson, type Rotation } from '@svc/model'
import type { Binding } from './words.ts'

const weekDays = 7

/** `every 7 days, handed over on Mondays at 09:00 Europe/Berlin` */
export function rotationWords({ everyDays, handover: { weekday, time, timeZone } }: Rotation): string {
  const often = everyDays === 1 ? 'every day' : `every ${everyDays} days`
  const when = `at ${time} ${timeZone}`
  if (!weekday || everyDays === 1) return `${often}, handed over ${when}`
  const day = capital(weekday)
  return everyDays % weekDays === 0
    ? `${often}, handed over on ${day}s ${when}`
    : `${often}, handed over ${when}, the first time on a ${day}`
}

/** Who is on call after the current shift: null for nobody, undefined where that cannot be told from the rota alone. */
export function nextOf({ manual, currentShiftEndsAt, ...now }: Binding): RotaPerson | null | undefined {
  if (!manual || currentShiftEndsAt === null) return undefined
  const ends = Date.parse(currentShiftEndsAt)
  const { people, until, rotation, overrides } = manual
  const standsIn = overrides?.findLast(({ from, to }) => Date.parse(from) <= ends && ends < Date.parse(to))
  if (standsIn) return standsIn.person
  if (until && Date.parse(until) <= ends) return null
  // Whose turn it is during an override is for the server to work out.
  const isTurn = !overrides?.some(({ from, to }) => Date.parse(from) < ends && ends <= Date.parse(to))
  const places = people.flatMap((one, place) => (isSame(one, now) ? [place] : []))
  const [place = -1] = places
  if (!rotation || !isTurn || places.length !== 1) return undefined
  return people[(place + 1) % people.length]
}

type OnCallNow = Pick<Binding, 'currentlyOnCallUserName' | 'currentlyOnCallUserUid'>

const isSame = ({ uid, name }: RotaPerson, now: OnCallNow): boolean =>
  uid ? uid === now.currentlyOnCallUserUid : name === now.currentlyOnCallUserName

/** Whether any of them has a turn. */
export const hasTurns = ({ rotation, people }: Rota): boolean => Boolean(rotation) && people.length > 1
