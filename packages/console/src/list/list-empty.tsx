import { type Kind, oneOfKind, plain, severalOfKind } from '@svc/model'
import { Inbox, SearchX } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { useMay } from '../api/use-may.ts'
import { NewLink } from './new-link.tsx'
import { useDidYouMean } from './query/use-did-you-mean.ts'
import styles from './list-page.module.css'
import type { ListState } from './use-list-state.ts'

interface ListEmptyProps {
  readonly kind: Kind
  readonly state: ListState
  /** False while what is asked for now has not been answered yet. */
  readonly isCurrent?: boolean
}

/** Nothing matches, or there is nothing yet: two cases with different next steps. */
export function ListEmpty({ kind, state, isCurrent = true }: ListEmptyProps) {
  const mayCreate = useMay(kind, 'create')
  const meant = useDidYouMean(kind, state, isCurrent)
  if (state.isNarrowed) {
    return (
      <div className={styles.frame}>
        <Empty
          icon={SearchX}
          title={`No ${severalOfKind(kind)} match`}
          actions={
            <>
              <Button onClick={state.clear}>Clear search and filters</Button>
              <span role="status">
                {meant !== null && (
                  <Button look="primary" onClick={() => state.ask(meant)}>
                    <span>
                      Did you mean <strong>{meant}</strong>?
                    </span>
                  </Button>
                )}
              </span>
            </>
          }
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
