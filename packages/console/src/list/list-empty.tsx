import { type Kind, oneOfKind, plain, severalOfKind } from '@svc/model'
import { Inbox, SearchX } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { useMay } from '../api/use-may.ts'
import { NewLink } from './new-link.tsx'
import styles from './list-page.module.css'
import type { ListState } from './use-list-state.ts'

/** Nothing matches, or there is nothing yet: two cases with different next steps. */
export function ListEmpty({ kind, state }: { readonly kind: Kind; readonly state: ListState }) {
  const mayCreate = useMay(kind, 'create')
  if (state.isNarrowed) {
    return (
      <div className={styles.frame}>
        <Empty
          icon={SearchX}
          title={`No ${severalOfKind(kind)} match`}
          actions={<Button onClick={state.clear}>Clear search and filters</Button>}
        >
          Try other words or fewer filters.
        </Empty>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      <Empty icon={Inbox} title={`No ${severalOfKind(kind)} yet`} actions={<NewLink kind={kind} />}>
        {plain(kind.about, kind)}{' '}
        {mayCreate
          ? `Create ${oneOfKind(kind)} here${kind.resourceType ? ', or manage them as code' : ''}.`
          : howTheyCome(kind)}
      </Empty>
    </div>
  )
}

const howTheyCome = ({ verbs }: Kind): string =>
  verbs.includes('create') ? 'Members who can write can add some.' : 'They appear here as they are reported.'
