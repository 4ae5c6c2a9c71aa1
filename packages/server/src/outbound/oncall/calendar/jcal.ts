import ICAL from 'ical.js'

/** A property as in RFC 7265: its name, its parameters, the type of its values, and the values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string | readonly string[]>>,
  type: string,
  ...values: unknown[],
]

export type Component = readonly [
  name: string,
  properties: readonly Property[],
  components: readonly Component[],
]

/** Why a calendar cannot be read, in words that complete "The calendar feed …". */
export class CalendarFault extends Error {
  override readonly name = 'CalendarFault'
}

/** The calendars in a text. */
export function calendarsIn(text: string): readonly Component[] {
  refuseRules(text)
  // Exported calendars do not always follow the standard to the letter.
  ICAL.design.strict = false
  try {
    const [first, ...others] = ICAL.parse(text) as readonly unknown[]
    return (typeof first === 'string' ? [[first, ...others]] : [first, ...others]) as readonly Component[]
  } catch (cause) {
    throw new CalendarFault('sends a calendar that cannot be read', { cause })
  }
}

/** The parts of a rule that the library implements as in RFC 5545; it ignores week numbers. */
const ruleParts = new Set([
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYSECOND', 'BYMINUTE', 'BYHOUR', 'BYDAY', 'BYMONTHDAY'],
  ...['BYYEARDAY', 'BYMONTH', 'BYSETPOS'],
])

/**
 * A rule that cannot be followed to the letter is refused: the library silently drops what it does not know.
 */
function refuseRules(text: string): void {
  const rules = text.replace(/\r?\n[ \t]/g, '').matchAll(/^RRULE(?:;[^:\n]*)?:([^\r\n]*)/gim)
  for (const [, rule = ''] of rules) {
    const parts = rule.split(';').map((part) => part.trim().toUpperCase().split('='))
    const isFollowed = parts.every(
      ([name = '', value = '']) =>
        ruleParts.has(name) && (!/^(INTERVAL|COUNT)$/.test(name) || /^0*[1-9]\d*$/.test(value)),
    )
    if (!isFollowed) throw new CalendarFault('has an event with a recurrence rule that svc cannot follow')
  }
}

export const componentsOf = ([, , inner]: Component, name: string): readonly Component[] =>
  inner.filter(([one]) => one === name)

export const propertiesOf = ([, properties]: Component, name: string): readonly Property[] =>
  properties.filter(([one]) => one === name)

export const propertyOf = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([one]) => one === name)

/** The first value of a property, where it is a text. */
export function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3]
  return typeof value === 'string' ? value : undefined
}

export const parameterOf = ([, parameters]: Property, name: string): string | undefined => {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return typeof value === 'string' ? value : value?.[0]
}
