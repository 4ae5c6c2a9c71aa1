import ICAL from 'ical.js'

/** A property as RFC 7265 has it: its name, its parameters, the type of its values, and these. */
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

/** What a calendar cannot be read for, in words that complete "The calendar feed …". */
export class CalendarFault extends Error {
  override readonly name = 'CalendarFault'
}

/** The calendars in a text. */
export function calendarsIn(text: string): readonly Component[] {
  // What calendars are exported with is not always to the letter of the standard.
  ICAL.design.strict = false
  try {
    const [first, ...others] = ICAL.parse(text) as readonly unknown[]
    return (typeof first === 'string' ? [[first, ...others]] : [first, ...others]) as readonly Component[]
  } catch (cause) {
    throw new CalendarFault('sends a calendar that cannot be read', { cause })
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
