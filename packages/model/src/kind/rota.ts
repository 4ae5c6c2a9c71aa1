import { type Rota, type RotaPerson, timeZoneWords } from './rota-schema.ts'

/** A person, and their path in a rota. */
export interface RotaPlace {
  readonly path: string
  readonly person: RotaPerson
}

export const placesIn = ({ people, overrides }: Rota): readonly RotaPlace[] => [
  ...people.map((one, index) => ({ path: `people/${index}`, person: one })),
  ...(overrides ?? []).map((one, index) => ({ path: `overrides/${index}/person`, person: one.person })),
]

interface RotaFault {
  readonly part: string
  /** Completing "<part> …". */
  readonly about: string
}

/** What is wrong with a rota whose parts are each valid. */
export function rotaFault(rota: Rota): RotaFault | undefined {
  const { until, rotation: turns, overrides } = rota
  for (const { path, person: one } of placesIn(rota)) {
    const about = personFault(one)
    if (about !== undefined) return { part: path, about }
  }
  if (turns && !isTimeZone(turns.handover.timeZone))
    return {
      part: 'rotation/handover/timeZone',
      about: `${timeZoneWords}, not ${JSON.stringify(turns.handover.timeZone)}`,
    }
  if (turns && until && timeOf(until) <= timeOf(turns.startsAt))
    return { part: 'until', about: 'must be later than the start of the rotation' }
  const backward = (overrides ?? []).findIndex(({ from, to }) => timeOf(to) <= timeOf(from))
  return backward === -1 ? undefined : { part: `overrides/${backward}/to`, about: 'must be later than from' }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function personFault({ uid, name, email, phone }: RotaPerson): string | undefined {
  if (isGiven(uid) === isGiven(name)) return 'must have exactly one of uid (a member) and name (anybody else)'
  return isGiven(uid) && (isGiven(email) || isGiven(phone))
    ? 'has a uid, so email and phone must be omitted'
    : undefined
}

const timeOf = (text: string): number => Date.parse(text)

/** Turns are calculated with Temporal, which knows fewer of the old names; a browser may not have it. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return typeof Temporal === 'undefined' || new Temporal.ZonedDateTime(0n, name) !== undefined
  } catch {
    return false
  }
}

/** The e-mail addresses in a rota; some may belong to members. */
export const addressesIn = (rota: Rota): readonly string[] =>
  placesIn(rota).flatMap(({ person: { email } }) => (typeof email === 'string' ? email.toLowerCase() : []))

/** The members in a rota, each with the path that names them. */
export const membersIn = (rota: Rota): readonly { readonly path: string; readonly id: string }[] =>
  placesIn(rota).flatMap(({ path, person: { uid } }) =>
    typeof uid === 'string' ? { path: `${path}/uid`, id: uid } : [],
  )

/** The same rota with one member replaced by another, who may then have two turns in a row. */
export function withMember(rota: Rota, from: string, to: string): Rota {
  const put = (one: RotaPerson): RotaPerson => (one.uid === from ? { ...one, uid: to } : one)
  const { people, overrides } = rota
  return {
    ...rota,
    people: people.map(put),
    ...(overrides && { overrides: overrides.map((one) => ({ ...one, person: put(one.person) })) }),
  }
}
