import { kinds } from '@svc/model'
import { useRecords } from '../../../api/records.ts'
import { useMay } from '../../../api/use-may.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import type { RecordProps } from '../../../values/area-parts.ts'
import { Comment } from './comment.tsx'
import styles from './comments.module.css'
import { NewComment } from './new-comment.tsx'

/** What people say about an issue, in the order they said it. */
export function CommentsCard({ record }: RecordProps) {
  const issueId = String(record.id)
  const found = useRecords(kinds.issueComment, { issueId })
  const mayWrite = useMay(kinds.issueComment, 'create')
  const comments = (found.data?.pages.flatMap(({ items }) => items) ?? []).toReversed()
  return (
    <Card title="Comments">
      <div className={styles.stack}>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={2} />}
        {found.hasNextPage && (
          <Button disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Older comments
          </Button>
        )}
        {found.data && comments.length === 0 && <p className={styles.quiet}>No comments yet.</p>}
        {comments.length > 0 && (
          <ol className={styles.comments}>
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} />
            ))}
          </ol>
        )}
        {mayWrite && <NewComment key={issueId} issueId={issueId} />}
      </div>
    </Card>
  )
}
