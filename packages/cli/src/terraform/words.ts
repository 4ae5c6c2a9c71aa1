import { handlesOf, type Kind, kindNamed } from '@svc/model'
import type { Addresses } from './addresses.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a record is named after: its label, or else what makes it unique in its kind. */
export function wordsFor(kind: Kind, record: Fields, addresses: Addresses): string {
  const [handle] = handlesOf(kind)
  if (handle !== undefined) return String(record[handle])
  const selectors = Object.values(kind.fields).map(({ target }) =>
    typeof target === 'object' ? target.by : '',
  )
  const parts = (kind.unique ?? []).filter((key) => !selectors.includes(key))
  return parts.map((key) => wordOf(kind, key, { record, addresses })).join(' ')
}

/** For a reference, the name of its target. */
function wordOf(
  kind: Kind,
  key: string,
  { record, addresses }: { readonly record: Fields; readonly addresses: Addresses },
): string {
  const value = String(record[key])
  const target = targetName(kind, key, record)
  const address = target === undefined ? undefined : addresses.find(kindNamed(target), value)
  return address?.split('.')[1] ?? value
}

/** The name of the kind that a field of this record references. */
export function targetName(kind: Kind, key: string, record: Fields): string | undefined {
  const target = kind.fields[key]?.target
  return typeof target === 'object' ? target.kinds[String(record[target.by])] : target
}
