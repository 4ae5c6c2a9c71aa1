import { pluralOf } from '@svc/model'

/** `1 row`, `1,200 entries` */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`
