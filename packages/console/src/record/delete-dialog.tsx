import type { Fields } from '@svc/client'
import { type Kind, restorableKinds, titleOf } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import { useDelete } from '../api/records.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { consequencesOf } from './consequences.ts'
import styles from './record-page.module.css'

interface DeleteDialogProps {
  readonly kind: Kind
  readonly record: Fields
  onClose(): void
}

/** Asks for confirmation, naming what is deleted with it. */
export function DeleteDialog({ kind, record, onClose }: DeleteDialogProps) {
  const navigate = useNavigate()
  const remove = useDelete(kind)
  const { removed, cleared } = consequencesOf(kind)
  const list: string = kind.path
  const go = () =>
    remove.mutate(String(record.id), {
      onSuccess: () => void navigate({ to: list }),
      onError: onClose,
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${titleOf(kind, record)}?`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={remove.isPending} onClick={go}>
            Delete {kind.noun}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {removed.length > 0 && <p>This also deletes its {inList(removed)}.</p>}
        {cleared.length > 0 && <p>It is removed from the {inList(cleared)} that refer to it.</p>}
        <p>
          {restorableKinds.includes(kind)
            ? 'An admin can restore it, under Settings, Deleted.'
            : `This cannot be undone. ${kind.staysDeleted ?? ''}`}
        </p>
      </div>
    </Dialog>
  )
}

const list = new Intl.ListFormat('en')
const inList = (words: readonly string[]): string => list.format(words)
