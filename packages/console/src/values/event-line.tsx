import { type Field, findKind, inWords, labelIn, type LoggedEvent } from '@svc/model'
import { Fragment, type ReactNode } from 'react'
import { useName } from '../api/names.ts'
import { longTime, utcDay } from '../words/times.ts'
import { Cell } from './cell.tsx'
import { type Part, theSubject, wordsOf } from './event-words.ts'
import { RefLink } from './ref-link.tsx'

interface EventLineProps {
  readonly event: LoggedEvent
  /** How the record is called here: by its name, or “it” on its own page. */
  readonly subject: ReactNode
}

/** One event as a sentence: who did what. */
export function EventLine({ event, subject }: EventLineProps) {
  return (
    <>
      <strong>
        <bdi>{whoDid(event)}</bdi>
      </strong>{' '}
      {wordsOf(event, { isNamed: subject !== 'it' }).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity.
        <Fragment key={index}>{shown(part, subject)}</Fragment>
      ))}
    </>
  )
}

export const whoDid = ({ actor: { type, name } }: LoggedEvent): string =>
  name ?? (type === 'system' ? 'svc' : type === 'key' ? 'An API key' : 'Someone')

function shown(part: Part, subject: ReactNode): ReactNode {
  if (typeof part === 'string') return part
  if (part === theSubject) return subject
  const { field, value } = part as { readonly field: Field; readonly value: unknown }
  if (!Array.isArray(value)) return <Value field={field} value={value} />
  return value.map((one, index) => (
    <Fragment key={String(one)}>
      {index > 0 && ', '}
      <Value field={field} value={one} />
    </Fragment>
  ))
}

function Value({ field, value }: { readonly field: Field; readonly value: unknown }) {
  switch (field.type) {
    case 'ref':
    case 'refs':
      return <RefLink id={String(value)} />
    case 'enum':
      return <em>{inWords(String(value))}</em>
    case 'boolean':
      return <em>{value ? 'yes' : 'no'}</em>
    case 'timestamp':
      return <em>{field.traits.reads === 'day' ? utcDay(String(value)) : longTime(String(value))}</em>
    case 'integer':
    case 'number':
      return <Cell field={field} value={value} />
    default:
      return (
        <em>
          <bdi>{String(value)}</bdi>
        </em>
      )
  }
}

/** By its current name, or the last one it had where it is gone. */
export function EventSubject({ event: { subject, before, after } }: { readonly event: LoggedEvent }) {
  const { data: found, isPending } = useName(subject.id)
  const kind = findKind(subject.kind)
  const lastName = [after, before].map((state) => kind && state && labelIn(kind, state)).find(Boolean)
  if (isPending || found || !lastName) return <RefLink id={subject.id} />
  return <bdi>{lastName}</bdi>
}
