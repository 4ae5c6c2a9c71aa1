import { spelled } from './spelling.ts'

/** Values that people call something else. */
const otherNames = new Map(Object.entries({ component: 'project', newBug: 'new', wontFix: 'won’t fix' }))

/** Whether the API uses a different word than people do, which then needs explaining. */
export const isOtherName = (word: string): boolean => otherNames.has(word)

/** A value such as `atRisk`, `load_balancer` or `rolling30d` as people write it; abbreviations stay as they are. */
export const inWords = (value: string): string =>
  otherNames.get(value) ??
  spelled(value) ??
  value
    .replace(/_|(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/(\d+)d$/, ' $1 days')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\w+/g, (word) =>
      /^[A-Z]{2,}$/.test(word) ? word : (otherNames.get(word) ?? spelled(word) ?? word.toLowerCase()),
    )
