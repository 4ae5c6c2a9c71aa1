import type { Fields, Tagged } from '@svc/client'
import { CatalogError, type Kind } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { keyOf } from '../api/records.ts'

/** Creates or updates a record, and refreshes every list it is in. */
export function useSave(kind: Kind, id: string | null) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  return async (body: Fields, etag: string | null): Promise<Tagged<Fields>> => {
    const records = client.records(kind)
    const saved = await withSessionHint(
      id === null ? records.create(body) : records.update(id, body, { ifMatch: etag }),
    )
    queries.setQueryData([...keyOf(mode, kind), 'one', String(saved.record.id)], saved)
    queries.removeQueries({ queryKey: [mode, 'name', String(saved.record.id)] })
    const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[2] !== 'one'
    void queries.invalidateQueries({ queryKey: keyOf(mode, kind), predicate: isOther })
    void queries.invalidateQueries({ queryKey: [mode, 'history', String(saved.record.id)] })
    return saved
  }
}

/** Tells people whose session has ended how to save without losing what they typed. */
async function withSessionHint<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'unauthenticated') throw error
    throw new Error(
      'Your session has ended. Sign in again in another tab, then save once more. Your changes stay here.',
      { cause: error },
    )
  }
}

export const isOvertaken = (error: unknown): boolean =>
  error instanceof CatalogError && ['precondition_failed', 'version_conflict'].includes(error.code)
