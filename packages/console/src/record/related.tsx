import type { Kind } from '@svc/model'
import { useRecords } from '../api/records.ts'
import { ShortList } from './short-list.tsx'

interface RelatedProps {
  readonly kind: Kind
  /** The field that refers to the record whose page this is. */
  readonly by: string
  readonly id: unknown
}

/** The records of a kind that refer to another record. */
export function Related({ kind, by, id }: RelatedProps) {
  const of = { [by]: String(id) }
  const found = useRecords(kind, of)
  return (
    <ShortList
      kind={kind}
      records={found.data?.pages[0]?.items}
      error={found.error}
      of={of}
      hasMore={found.hasNextPage || (found.data?.pages[0]?.items.length ?? 0) > 0}
    />
  )
}
