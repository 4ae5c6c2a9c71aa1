import type { Contact } from '@svc/model'
import { hourMs, later } from '../calendar.ts'
import { emailOf, type Person, people } from '../company/people.ts'
import { type Random, randomFor } from '../random.ts'
import type { Step } from '../step.ts'
import { momentsOf } from './when.ts'

const colours = ['#2f6f4e', '#3867d6', '#8854d0', '#d1495b', '#b8860b', '#20808d', '#c05299', '#495057']

export function planPeople(seed: number, now: Date): readonly Step[] {
  const random = randomFor(seed, 'people')
  const moments = momentsOf('people', people.length, { now, random })
  return people.map((person: Person, index) => ({
    at: moments[index] ?? now,
    by: null,
    verb: 'insert',
    kind: 'user',
    key: person.key,
    fields: {
      email: emailOf(person),
      displayName: person.name,
      role: person.role,
      isActive: !person.hasLeft,
      avatarBgColor: random.pick(colours),
      avatarFontColor: '#ffffff',
      contacts: contactsOf(person, index),
      lastLoginAt: lastSeen(person, now, random).toISOString(),
    },
  }))
}

/** Most people have said how to reach them, some have not got round to it. */
const contactsOf = ({ key, hasLeft }: Person, index: number): readonly Contact[] =>
  hasLeft || index % 7 === 6
    ? []
    : [
        { type: 'phone', value: `+49 30 5550 ${String(1100 + index)}` },
        { type: 'chat', value: `https://brambling.slack.example/team/${key}` },
      ]

const lastSeen = ({ hasLeft }: Person, now: Date, random: Random): Date =>
  later(now, -(hasLeft ? random.between(70, 80) * 24 : random.between(0.2, 60)) * hourMs)
