import type { Role } from '@svc/model'

export interface Person {
  readonly key: string
  readonly name: string
  readonly role: Role
  /** Has left the company; the account is kept. */
  readonly hasLeft?: true
}

/** The people of Brambling, which delivers groceries by cargo bike in nine cities. */
export const people = [
  { key: 'ines', name: 'Inês Carvalho', role: 'owner' },
  { key: 'tomasz', name: 'Tomasz Wrona', role: 'owner' },
  { key: 'greta', name: 'Greta Lindqvist', role: 'admin' },
  { key: 'yusuf', name: 'Yusuf Adeyemi', role: 'admin' },
  { key: 'maren', name: 'Maren Vogel', role: 'admin' },
  { key: 'kwame', name: 'Kwame Boateng', role: 'admin' },
  { key: 'luca', name: 'Luca Ferraro', role: 'member' },
  { key: 'priya', name: 'Priya Raman', role: 'member' },
  { key: 'hanneke', name: 'Hanneke de Wit', role: 'member' },
  { key: 'oskar', name: 'Oskar Nyberg', role: 'member' },
  { key: 'amelie', name: 'Amélie Roux', role: 'member' },
  { key: 'declan', name: 'Declan Byrne', role: 'member' },
  { key: 'sofia', name: 'Sofia Marchetti', role: 'member' },
  { key: 'noor', name: 'Noor Haddad', role: 'member' },
  { key: 'jonas', name: 'Jonas Keller', role: 'member' },
  { key: 'mei', name: 'Mei Tanaka', role: 'member' },
  { key: 'rafael', name: 'Rafael Ortiz', role: 'member' },
  { key: 'elif', name: 'Elif Demir', role: 'member' },
  { key: 'callum', name: 'Callum Reid', role: 'member' },
  { key: 'anouk', name: 'Anouk Peeters', role: 'member' },
  { key: 'stefan', name: 'Stefan Iliescu', role: 'member' },
  { key: 'ruth', name: 'Ruth Abara', role: 'member' },
  { key: 'viktor', name: 'Viktor Hale', role: 'member' },
  { key: 'zuzana', name: 'Zuzana Králová', role: 'member' },
  { key: 'bastien', name: 'Bastien Moreau', role: 'viewer' },
  { key: 'hilde', name: 'Hilde Strand', role: 'viewer' },
  { key: 'marius', name: 'Marius Holt', role: 'member', hasLeft: true },
] as const satisfies readonly Person[]

export type PersonKey = (typeof people)[number]['key']

export const personOf = (key: PersonKey): Person => people.find((one) => one.key === key) ?? people[0]

/** `Hanneke de Wit` is hanneke.dewit@… */
export function emailOf({ name }: Person): string {
  const [first = '', ...rest] = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
  return `${first}.${rest.join('')}@brambling.example`
}
