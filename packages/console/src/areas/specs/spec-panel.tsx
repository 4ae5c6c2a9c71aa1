import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink, FileCode2, RefreshCw } from 'lucide-react'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf } from '../../values/ref-link.tsx'
import { safeAddress } from '../../words/safe-address.ts'
import { useMay } from '../../api/use-may.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonClass } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { ReferenceView } from './openapi/reference-view.tsx'
import { parseSpec } from './parse-spec.ts'
import styles from './spec-panel.module.css'
import { SpecText } from './text/spec-text.tsx'

const bytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** An API's specification, fetched from its URL: as a reference where possible, otherwise as text. */
export function SpecPanel({ kind, record }: RecordProps) {
  const mayEdit = useMay(kind, 'update')
  const { client, mode } = useMode()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const apiId = String(record.id)
  const spec = useQuery({
    // Not under the key of the APIs: a change to another API is no reason to fetch the source again.
    queryKey: [mode, 'spec', apiId, record.specUrl],
    queryFn: async ({ signal }) => {
      const read = await client.call('getApiSpec', { params: { apiId }, signal })
      const text = String(read.spec)
      const format = String(read.format)
      const isDocument = /^(openapi|asyncapi)-/.test(format)
      return {
        text,
        format,
        size: Number(read.size),
        parsed: isDocument ? await parseSpec(text, format) : null,
      }
    },
    enabled: Boolean(record.specUrl),
    // It is fetched from its source: not again for every visit.
    staleTime: 300_000,
  })
  if (!record.specUrl) {
    return (
      <Empty
        icon={FileCode2}
        title="No specification yet"
        actions={
          mayEdit && (
            <Link to={`${pathOf(kind.path, apiId)}/edit`} className={buttonClass('secondary')}>
              Set the spec URL
            </Link>
          )
        }
      >
        Set the “Spec URL” of this API: OpenAPI, AsyncAPI, GraphQL and proto files are fetched from there.
      </Empty>
    )
  }
  if (spec.isError)
    return <Problem title="Couldn’t load the spec" error={spec.error} onRetry={() => void spec.refetch()} />
  if (!spec.data) return <Skeleton />
  const { text, format, size, parsed } = spec.data
  const isReference = parsed !== null && 'document' in parsed
  const address = safeAddress(String(record.specUrl))
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <Badge word={format} />
        <span className={styles.faint}>{bytes.format(size / 1_000)}</span>
        {address && (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles.source}>
            Source <ExternalLink aria-hidden />
          </a>
        )}
        <Button disabled={spec.isFetching} onClick={() => void spec.refetch()}>
          <RefreshCw aria-hidden />
          {spec.isFetching ? 'Fetching…' : 'Fetch again'}
        </Button>
        {isReference && (
          <Link
            to="."
            search={(before: object) => ({ ...before, raw: search.raw ? undefined : true })}
            className={buttonClass('secondary')}
            replace
          >
            {search.raw ? 'Reference' : 'Raw text'}
          </Link>
        )}
      </div>
      {parsed && 'wrong' in parsed && <Note tone="bad">{parsed.wrong}</Note>}
      {isReference && !search.raw ? (
        <ReferenceView
          document={parsed.document}
          asked={typeof search.op === 'string' ? search.op : undefined}
          onOpen={(op) =>
            void navigate({
              to: '.',
              search: (before: object) => ({ ...before, op }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : (
        <SpecText text={text} format={format} />
      )}
    </div>
  )
}
