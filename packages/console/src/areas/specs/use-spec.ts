import type { Fields } from '@svc/client'
import { type ApiSpec, CatalogError, kinds } from '@svc/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUndo } from '../../api/undo.ts'
import { type ToastAction, tell } from '../../design/toast.tsx'
import { useMode } from '../../session/mode.tsx'
import { type Parsed, parseSpec } from './parse-spec.ts'

/** A specification as it is shown. */
export interface ShownSpec {
  readonly text: string
  readonly format: string
  readonly size: number
  /** Undefined where it was fetched from the spec URL. */
  readonly kept: ApiSpec['kept']
  readonly etag: string | null
  /** Null where its format is shown as text only. */
  readonly parsed: Parsed | null
}

/** A text that is kept, and the tag of its state. */
export type KeptText = Pick<ShownSpec, 'text' | 'etag'>

const kind = kinds.api

/** The specification of an API; null where none is kept and there is no URL to fetch one from. */
export function useSpec(record: Fields) {
  const { client, mode } = useMode()
  const params = { apiId: String(record.id) }
  return useQuery({
    // Not under the key of the APIs: a change to another API is no reason to fetch the source again.
    queryKey: [mode, 'spec', params.apiId, record.specUrl],
    queryFn: async ({ signal }): Promise<ShownSpec | null> => {
      try {
        const { answer, etag } = await client.callTagged('getApiSpec', { params, signal })
        const { spec: text, format, size, kept } = answer
        const parsed = isDocument(format) ? await parseSpec(text, format) : null
        return { text, format, size, kept, etag, parsed }
      } catch (error) {
        if (!record.specUrl && error instanceof CatalogError && error.code === 'invalid_request') return null
        throw error
      }
    },
    // It may be fetched from its source: not again for every visit.
    staleTime: 300_000,
  })
}

export const isDocument = (format: string): boolean => /^(openapi|asyncapi)-/.test(format)

/** Keeps and removes the text of an API; whoever did it by mistake can take it back. */
export function useKeepSpec(apiId: string) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const undo = useUndo()
  const params = { apiId }
  const refresh = () => queries.invalidateQueries({ queryKey: [mode, 'spec', apiId] })
  const put = async (spec: string, ifMatch: string | null) =>
    (await client.callTagged('putApiSpec', { params, body: { spec }, ifMatch })).etag
  const remove = (ifMatch: string | null) => client.call('deleteApiSpec', { params, ifMatch })

  /** What somebody else has put there stays: the client cannot be told to keep a text only where there is none. */
  const putBack = async (text: string): Promise<string> => {
    const now = await client.call('getApiSpec', { params }).catch(() => undefined)
    if (now?.kept) throw new CatalogError('precondition_failed', 'Another specification has been kept since.')
    await put(text, null)
    return 'The specification is back.'
  }
  const takenBack = (run: () => Promise<string>): ToastAction | undefined => undo.change(kind, run)

  return {
    /** With `before`, it is replaced only if that is still there. */
    async keep(text: string, before: KeptText | undefined, ifMatch = before?.etag ?? null): Promise<void> {
      const etag = await put(text, ifMatch)
      const action = takenBack(async () => {
        if (before) await put(before.text, etag)
        else await remove(etag)
        return before ? 'The specification is as before.' : 'The specification is removed again.'
      })
      tell(before ? 'Specification replaced' : 'Specification saved', undefined, action)
      await refresh()
    },
    async remove(before: KeptText): Promise<void> {
      await remove(before.etag)
      tell(
        'Specification removed',
        undefined,
        takenBack(() => putBack(before.text)),
      )
      await refresh()
    },
    /** What is kept right now; undefined where there is nothing, or nothing that can be read. */
    async current(): Promise<KeptText | undefined> {
      const found = await client.callTagged('getApiSpec', { params }).catch(() => undefined)
      return found?.answer.kept && { text: found.answer.spec, etag: found.etag }
    },
  }
}
