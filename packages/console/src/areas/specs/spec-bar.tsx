import type { Fields } from '@svc/client'
import { Download, ExternalLink, Pencil, RefreshCw, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { tellTrouble } from '../../design/toast.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import { safeAddress } from '../../words/safe-address.ts'
import { When } from '../../words/when.tsx'
import { download } from './download.ts'
import { inKilobytes } from './kilobytes.ts'
import styles from './spec-panel.module.css'
import { type ShownSpec, useKeepSpec } from './use-spec.ts'

interface SpecBarProps {
  readonly record: Fields
  readonly spec: ShownSpec
  readonly isFetching: boolean
  /** The switch between the reference and the text. */
  readonly view: ReactNode
  onFetch(): void
  /** Undefined for those who may not change the API. */
  readonly onEdit: (() => void) | undefined
}

/** What a specification is, where it comes from, and what can be done about it. */
export function SpecBar({ record, spec, isFetching, view, onFetch, onEdit }: SpecBarProps) {
  const { format, size, kept } = spec
  const address = safeAddress(String(record.specUrl ?? ''))
  const source = address && (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles.source}>
      {kept ? 'spec URL' : 'Source'} <ExternalLink aria-hidden />
    </a>
  )
  return (
    <>
      <div className={styles.bar}>
        <Badge word={format} />
        <span className={styles.faint}>{inKilobytes(size)}</span>
        {kept ? (
          <span className={styles.faint}>
            Kept here <When at={kept.updatedAt} />
            {kept.updatedBy && (
              <>
                {' '}
                by <RefLink id={kept.updatedBy} />
              </>
            )}
          </span>
        ) : (
          source
        )}
        <div className={styles.actions}>
          {view}
          <Button onClick={() => download(String(record.name), spec)}>
            <Download aria-hidden />
            Download
          </Button>
          {!kept && (
            <Button disabled={isFetching} onClick={onFetch}>
              <RefreshCw aria-hidden />
              {isFetching ? 'Fetching…' : 'Fetch again'}
            </Button>
          )}
          {onEdit && (
            <Button onClick={onEdit}>
              {kept ? <Pencil aria-hidden /> : <Upload aria-hidden />}
              {kept ? 'Replace' : 'Paste or upload'}
            </Button>
          )}
          {onEdit && kept && <RemoveButton apiId={String(record.id)} spec={spec} />}
        </div>
      </div>
      {kept && source && (
        <Note tone="info">
          This API also has a {source}, which is not asked as long as a specification is kept here.
        </Note>
      )}
    </>
  )
}

function RemoveButton({ apiId, spec }: { readonly apiId: string; readonly spec: ShownSpec }) {
  const { remove } = useKeepSpec(apiId)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await remove(spec)
    } catch (error) {
      tellTrouble('Not removed', error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={isBusy} onClick={() => void run()}>
      <Trash2 aria-hidden />
      Remove
    </Button>
  )
}
