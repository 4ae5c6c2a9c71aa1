import { capital, type Kind, severalOfKind, titleOf } from '@svc/model'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRecord } from '../api/records.ts'
import { PageHead } from '../design/page-head.tsx'
import { Problem } from '../design/problem.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { tell } from '../design/toast.tsx'
import { pathOf } from '../values/ref-link.tsx'
import { RecordForm } from './record-form.tsx'
import styles from './form.module.css'
import { WritersOnly } from './writers-only.tsx'

export const EditPage = ({ kind }: { readonly kind: Kind }) => (
  <WritersOnly kind={kind} verb="update">
    <ChangedRecord kind={kind} />
  </WritersOnly>
)

function ChangedRecord({ kind }: { readonly kind: Kind }) {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const found = useRecord(kind, id)
  const list: string = kind.path
  const back = () => void navigate({ to: pathOf(list, id) })
  if (found.isError && !found.data) {
    return <Problem isPage error={found.error} onRetry={() => void found.refetch()} />
  }
  if (!found.data) return <Skeleton />
  const name = titleOf(kind, found.data.record)
  return (
    <div className={styles.page}>
      <PageHead
        title={`Edit ${name}`}
        above={
          <>
            <Link to={list}>{capital(severalOfKind(kind))}</Link> / <Link to={pathOf(list, id)}>{name}</Link>
          </>
        }
      />
      <RecordForm
        key={id}
        kind={kind}
        from={found.data}
        onSaved={({ record }, undo) => {
          tell('Saved', titleOf(kind, record), undo)
          back()
        }}
        onCancel={back}
      />
    </div>
  )
}
