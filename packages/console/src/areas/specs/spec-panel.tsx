import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileCode2 } from 'lucide-react'
import { useMay } from '../../api/use-may.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf } from '../../values/ref-link.tsx'
import { ReferenceView } from './openapi/reference-view.tsx'
import { SpecBar } from './spec-bar.tsx'
import { SpecEditor } from './spec-editor.tsx'
import styles from './spec-panel.module.css'
import { SpecText } from './text/spec-text.tsx'
import { useSpec } from './use-spec.ts'

/** An API's specification, kept here or fetched from its URL: as a reference where possible, otherwise as text. */
export function SpecPanel({ kind, record }: RecordProps) {
  const mayEdit = useMay(kind, 'update')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const apiId = String(record.id)
  const spec = useSpec(record)
  const searchWith = (changes: object) => ({
    to: '.' as const,
    search: (before: object) => ({ ...before, ...changes }),
    replace: true,
    resetScroll: false,
  })
  // In the address, so that a form that is reloaded is there again, with what was typed.
  const edit = (isOn: boolean) => void navigate(searchWith({ edit: isOn ? 'spec' : undefined }))
  const failure = spec.isError && (
    <Problem title="Couldn’t load the spec" error={spec.error} onRetry={() => void spec.refetch()} />
  )
  const shown = spec.data
  if (!shown && spec.isPending) return <Skeleton />
  if (search.edit === 'spec' && mayEdit)
    return (
      <SpecEditor
        key={apiId}
        apiId={apiId}
        kept={shown?.kept && { text: shown.text, etag: shown.etag }}
        onDone={() => edit(false)}
      />
    )
  if (failure)
    return (
      <div className={styles.panel}>
        {failure}
        {mayEdit && (
          <div className={styles.bar}>
            <Button onClick={() => edit(true)}>Paste or upload a spec</Button>
          </div>
        )}
      </div>
    )
  if (!shown) {
    return (
      <Empty
        icon={FileCode2}
        title="No specification yet"
        actions={
          mayEdit && (
            <>
              <Button look="primary" onClick={() => edit(true)}>
                Paste or upload a spec
              </Button>
              <Link to={`${pathOf(kind.path, apiId)}/edit`} className={buttonClass('secondary')}>
                Set the spec URL
              </Link>
            </>
          )
        }
      >
        OpenAPI, AsyncAPI, GraphQL and proto are shown here: kept in svc, or fetched from a URL.
      </Empty>
    )
  }
  const { text, format, parsed } = shown
  const isReference = parsed !== null && 'document' in parsed
  const isRaw = Boolean(search.raw)
  return (
    <div className={styles.panel}>
      <SpecBar
        record={record}
        spec={shown}
        isFetching={spec.isFetching}
        onFetch={() => void spec.refetch()}
        onEdit={mayEdit ? () => edit(true) : undefined}
        view={
          isReference && (
            <Link {...searchWith({ raw: isRaw ? undefined : true })} className={buttonClass('secondary')}>
              {isRaw ? 'Reference' : 'Raw text'}
            </Link>
          )
        }
      />
      {parsed && 'wrong' in parsed && <Note tone="bad">{parsed.wrong}</Note>}
      {isReference && !isRaw ? (
        <ReferenceView
          document={parsed.document}
          asked={typeof search.op === 'string' ? search.op : undefined}
          onOpen={(op) => void navigate(searchWith({ op }))}
        />
      ) : (
        <SpecText text={text} format={format} />
      )}
    </div>
  )
}
