import { capital, type Kind, labelFieldOf, plain, severalOfKind, titleOf } from '@svc/model'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { PageHead } from '../design/page-head.tsx'
import { tell } from '../design/toast.tsx'
import { hasPage } from '../api/listed-kinds.ts'
import { pathOf } from '../values/ref-link.tsx'
import { givenIn } from './draft.ts'
import { RecordForm } from './record-form.tsx'
import styles from './form.module.css'
import { WritersOnly } from './writers-only.tsx'

export const CreatePage = ({ kind }: { readonly kind: Kind }) => (
  <WritersOnly kind={kind} verb="create">
    <NewRecord kind={kind} />
  </WritersOnly>
)

/** A form for a new record. A page that fills some of it in through the address is returned to afterwards. */
function NewRecord({ kind }: { readonly kind: Kind }) {
  const navigate = useNavigate()
  const given = givenIn(kind, useSearch({ strict: false }))
  const { history } = useRouter()
  const list: string = kind.path
  const leave = (to: string): void => {
    if (Object.keys(given).length > 0 && history.canGoBack()) history.back()
    else void navigate({ to })
  }
  return (
    <div className={styles.page}>
      <PageHead
        title={`New ${kind.noun}`}
        above={<Link to={list}>{capital(severalOfKind(kind))}</Link>}
        lead={plain(kind.about, kind)}
      />
      <RecordForm
        kind={kind}
        from={null}
        given={given}
        onSaved={({ record }, undo) => {
          tell(`${capital(kind.noun)} created`, labelFieldOf(kind) && titleOf(kind, record), undo)
          leave(hasPage(kind) ? pathOf(list, String(record.id)) : list)
        }}
        onCancel={() => leave(list)}
      />
    </div>
  )
}
