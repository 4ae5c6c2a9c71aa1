import { attributeOf, type XmlElement } from './elements.ts'
import { Unreadable } from './unreadable.ts'

/** How far the clock of a provider may be from ours. */
export const skewMs = 120_000

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** A time in milliseconds; undefined if the attribute is missing. */
export function timeOf(element: XmlElement, name: string): number | undefined {
  const text = attributeOf(element, name)
  if (text === undefined) return undefined
  const time = form.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new Unreadable(`${name} of ${element.localName} is not a time.`)
  return time
}

export function requiredTime(element: XmlElement, name: string): number {
  const time = timeOf(element, name)
  if (time === undefined) throw new Unreadable(`${element.localName} has no ${name}.`)
  return time
}

/** Refuses what is not valid yet, or no longer; either end may be open. */
export function checkWindow(element: XmlElement, at: number): void {
  const [from, until] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')]
  if (from !== undefined && at < from - skewMs) throw new Unreadable(`${element.localName} is not valid yet.`)
  if (until !== undefined && at >= until + skewMs) throw new Unreadable(`${element.localName} has expired.`)
}
