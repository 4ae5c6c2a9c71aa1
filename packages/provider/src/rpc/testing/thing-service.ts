import { isList, isObject, type ObjectValue, Unknown, type Value } from '../../protocol/value.ts'

/** A service that keeps things in memory and answers as services do: in its own words. */
export function createThingService() {
  const things = new Map<string, ObjectValue>()
  let made = 0

  function write(id: string, revision: number, planned: ObjectValue): ObjectValue {
    const thing = { ...settled(planned), id, revision, serial: known(planned.serial) ?? `serial-${made}` }
    things.set(id, thing)
    return answer(thing)
  }

  return {
    things,
    create: (planned: ObjectValue): ObjectValue => write(`thing-${++made}`, 1, planned),
    update: (id: string, planned: ObjectValue): ObjectValue =>
      write(id, Number(things.get(id)?.revision) + 1, planned),
    read: (id: string): ObjectValue | null => {
      const thing = things.get(id)
      return thing ? answer(thing) : null
    },
    delete: (id: string): boolean => things.delete(id),
  }
}

/** What the service fills in by itself. */
function settled(planned: ObjectValue): ObjectValue {
  const tiers = isList(planned.tiers) ? planned.tiers.filter(isObject) : []
  const contacts = isObject(planned.contacts) ? Object.entries(planned.contacts) : []
  return {
    ...planned,
    tiers: tiers.map((tier, index) => ({ ...tier, rank: known(tier.rank) ?? index + 1 })),
    contacts: Object.fromEntries(
      contacts.map(([role, contact]) => [
        role,
        isObject(contact) ? { ...contact, since: known(contact.since) ?? `since ${role}` } : contact,
      ]),
    ),
  }
}

/** Nothing is null that could be empty, sets come in another order, secrets are kept back. */
const answer = (thing: ObjectValue): ObjectValue => ({
  ...thing,
  label: typeof thing.label === 'string' ? thing.label.toLowerCase() : (thing.label ?? null),
  note: thing.note ?? '',
  secret: null,
  tags: isList(thing.tags) ? thing.tags.toReversed() : [],
  aliases: thing.aliases ?? [],
  labels: thing.labels ?? {},
  tiers: isList(thing.tiers)
    ? thing.tiers.filter(isObject).map((tier) => ({ ...tier, note: tier.note ?? '' }))
    : [],
  ports: isList(thing.ports) ? thing.ports.toReversed() : [],
})

const known = (value: Value | undefined): Value | undefined =>
  value instanceof Unknown || value === null ? undefined : value
