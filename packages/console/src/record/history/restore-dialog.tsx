import type { Fields } from '@svc/client'
import { type Kind, titleOf } from '@svc/model'
import { useRecord, useUpdate } from '../../api/records.ts'
import { stepBackFrom } from '../../api/step-back.ts'
import { useUndo } from '../../api/undo.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { tell } from '../../design/toast.tsx'
import { ChangeList } from '../../values/change-list.tsx'
import { changesBetween } from '../../values/changes-between.ts'
import { longTime } from '../../words/times.ts'
import { differenceTo } from './difference-to.ts'

interface RestoreDialogProps {
  readonly kind: Kind
  readonly record: Fields
  readonly version: Fields
  readonly at: string
  onClose(): void
}

/** Shows what would change before an earlier version is restored; refused if somebody changes the record meanwhile. */
export function RestoreDialog({ kind, record, version, at, onClose }: RestoreDialogProps) {
  const id = String(record.id)
  const found = useRecord(kind, id)
  const update = useUpdate(kind, id)
  const undo = useUndo()
  const changes = differenceTo(kind, record, version)
  const restore = () =>
    update.mutate(
      { changes, etag: found.data?.etag ?? null },
      {
        onSuccess: (saved) => {
          const step = stepBackFrom(kind, { changes, before: record, saved })
          tell('Version restored', titleOf(kind, saved.record), undo.edits(kind, [step]))
        },
        onSettled: onClose,
      },
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={`Restore the version of ${longTime(at)}?`}
      lead="This would change:"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={update.isPending || !found.data} onClick={restore}>
            Restore this version
          </Button>
        </>
      }
    >
      <ChangeList kind={kind} changes={changesBetween(kind, { ...record }, { ...record, ...changes })} />
    </Dialog>
  )
}
