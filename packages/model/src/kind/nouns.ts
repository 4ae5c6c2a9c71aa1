import type { Kind } from './kind.ts'

/** `an API`, `a team` */
export const oneOfKind = ({ noun }: Pick<Kind, 'noun'>): string =>
  /^([aeio]|SLO|SSO)/i.test(noun) ? `an ${noun}` : `a ${noun}`

/** `cost entries` */
export const severalOfKind = ({ noun }: Pick<Kind, 'noun'>): string => pluralOf(noun)

/** `keys`, but `entries`; `settings` are several already. */
export function pluralOf(word: string): string {
  if (word.endsWith('settings')) return word
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** `1 row`, `1,200 entries` */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`
