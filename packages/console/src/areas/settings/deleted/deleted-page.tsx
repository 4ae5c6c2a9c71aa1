import { type DeletedRecord, keyInWords, kindNamed, restorableKinds, severalOfKind } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Select } from '../../../design/select.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { When } from '../../../words/when.tsx'
import styles from './deleted.module.css'
import { useDeleted, useRestore } from './use-deleted.ts'

const kindOptions = [
  { value: '', label: 'Every kind' },
  ...restorableKinds
    .map((kind) => ({ value: kind.name, label: keyInWords(severalOfKind(kind)) }))
    .sort((a, b) => a.label.localeCompare(b.label)),
]

/** What was deleted, and what brings it back. */
export function DeletedPage() {
  const { kind: asked }: { kind?: unknown } = useSearch({ strict: false })
  const kind = restorableKinds.find(({ name }) => name === asked)?.name
  const go = useNavigate()
  const found = useDeleted(kind)
  const deleted = found.data?.pages.flatMap((page) => page.deleted)
  return (
    <>
      <PageHead
        title="Deleted"
        lead="Restoring brings a record back with its id, and with the edges and references that were deleted with it. Cost entries, SLO snapshots, vault items and webhooks don’t come back."
      />
      <search className={styles.filter} aria-label="Filters">
        <Select
          aria-label="Kind"
          value={kind ?? ''}
          options={kindOptions}
          onChange={(next) => void go({ to: '.', search: next ? { kind: next } : ({} as never) })}
        />
      </search>
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={6} />}
        {deleted?.length === 0 && !found.hasNextPage && (
          <Empty icon={Trash2} title="Nothing deleted">
            {kind
              ? `No deleted ${severalOfKind(kindNamed(kind))} to restore.`
              : 'What you delete appears here, and can be restored.'}
          </Empty>
        )}
        <ul>
          {deleted?.map((one) => (
            <Row key={one.eventId} deleted={one} />
          ))}
        </ul>
        <ShowMore pages={found} />
      </Card>
    </>
  )
}

function Row({ deleted }: { readonly deleted: DeletedRecord }) {
  const { eventId, name, deletedAt, deletedBy, obstacles } = deleted
  const kind = kindNamed(deleted.kind)
  const restore = useRestore(kind, name)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <bdi className={styles.name}>{name}</bdi> <span className={styles.quiet}>{kind.noun}</span>
        </p>
        <p className={styles.quiet}>
          Deleted by <bdi>{deletedBy.name ?? 'svc'}</bdi>, <When at={deletedAt} />
        </p>
        {obstacles.length > 0 && (
          <p className={styles.quiet}>Can’t be restored now: {obstacles.join('; ')}.</p>
        )}
      </div>
      <Button
        disabled={restore.isPending || obstacles.length > 0}
        aria-label={`Restore ${name}`}
        onClick={() => restore.mutate(eventId)}
      >
        Restore
      </Button>
    </li>
  )
}
