import { type Kinds, kinds, type Resource } from '@svc/model'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDelete, useUpdate } from '../../../api/records.ts'
import { stepBackFrom } from '../../../api/step-back.ts'
import { useUndo } from '../../../api/undo.ts'
import { Button } from '../../../design/button.tsx'
import { Dialog } from '../../../design/dialog.tsx'
import { RowMenu } from '../../../design/row-menu.tsx'
import { tell } from '../../../design/toast.tsx'
import { LeaveGuard } from '../../../form/leave-guard.tsx'
import { useSession } from '../../../session/session.tsx'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import { RefLink } from '../../../values/ref-link.tsx'
import { When } from '../../../words/when.tsx'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'

const kind = kinds.issueComment

/** Its author and admins may change it. */
export function Comment({ comment }: { readonly comment: Resource<Kinds['issueComment']> }) {
  const { id, authorUid, authorName, bodyMd, createdAt, updatedAt } = comment
  const { user, scopes } = useSession()
  const [draft, setDraft] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const update = useUpdate(kind, id)
  const remove = useDelete(kind)
  const undo = useUndo()
  const mayChange = scopes.includes('admin') || (authorUid === user.id && scopes.includes('write'))
  const who = authorName ?? 'svc'
  const save = () => {
    const changes = { bodyMd: draft ?? bodyMd }
    update.mutate(
      { changes },
      {
        onSuccess: (saved) => {
          setDraft(null)
          tell(
            'Comment saved',
            undefined,
            undo.edits(kind, [stepBackFrom(kind, { changes, before: { bodyMd }, saved })]),
          )
        },
      },
    )
  }
  return (
    <li className={styles.comment}>
      <header className={styles.head}>
        <span className={styles.who}>{authorUid ? <RefLink id={authorUid} /> : <bdi>{who}</bdi>}</span>
        <span className={styles.quiet}>
          <When at={createdAt} />
          {updatedAt !== createdAt && ' · edited'}
        </span>
        {mayChange && draft === null && (
          <RowMenu
            of={`the comment by ${who}`}
            items={[
              { label: 'Edit', icon: Pencil, onSelect: () => setDraft(bodyMd) },
              { label: 'Delete…', icon: Trash2, isDangerous: true, onSelect: () => setDeleting(true) },
            ]}
          />
        )}
      </header>
      {draft === null ? (
        <Markdown text={bodyMd} />
      ) : (
        <CommentForm
          label="Comment"
          send="Save"
          text={draft}
          onChange={setDraft}
          isBusy={update.isPending}
          error={update.error}
          onSend={save}
          onCancel={() => setDraft(null)}
        />
      )}
      <LeaveGuard
        isNeeded={() => draft !== null && draft !== bodyMd}
        onLeave={() => setDraft(null)}
        noun="comment"
      />
      {isDeleting && (
        <Dialog
          isOpen
          onClose={() => setDeleting(false)}
          title="Delete this comment?"
          foot={
            <>
              <Button onClick={() => setDeleting(false)}>Cancel</Button>
              <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate(id)}>
                Delete comment
              </Button>
            </>
          }
        >
          An admin can restore it, under Settings, Deleted.
        </Dialog>
      )}
    </li>
  )
}
