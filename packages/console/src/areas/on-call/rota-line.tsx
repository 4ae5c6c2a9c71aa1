import type { Rota, RotaPerson } from '@svc/model'
import { Fragment, type ReactNode } from 'react'
import { RefLink } from '../../values/ref-link.tsx'
import { longTime } from '../../words/times.ts'
import { rotationWords } from './rota-words.ts'

/** A whole rota in one line, to compare it with a previous version. */
export function RotaLine({ value }: { readonly value: unknown }) {
  const { people, rotation, until, overrides } = value as Rota
  const parts: readonly ReactNode[] = [
    ...people.map((person) => <Called key="" person={person} />),
    ...(rotation ? [`${rotationWords(rotation)}, from ${longTime(rotation.startsAt)}`] : []),
    ...(until ? [`until ${longTime(until)}`] : []),
    ...(overrides ?? []).map(({ from, to, person }) => (
      <Fragment key="">
        <Called person={person} /> from {longTime(from)} to {longTime(to)}
      </Fragment>
    )),
  ]
  return (
    <span>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity of their own.
        <Fragment key={place}>
          {place > 0 && '; '}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

const Called = ({ person: { uid, name, email, phone } }: { readonly person: RotaPerson }) =>
  uid ? <RefLink id={uid} /> : [name, email, phone].filter(Boolean).join(', ')
