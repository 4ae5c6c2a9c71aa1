import { kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { tell } from '../../design/toast.tsx'
import { useMode } from '../../session/mode.tsx'
import type { View } from './view-address.ts'

interface DeleteViewProps {
  readonly view: View
  onClose(): void
  onDeleted(): void
}

export function DeleteView({ view: { id, name, visibility }, onClose, onDeleted }: DeleteViewProps) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      title={`Delete the view ${name}?`}
      verb="Delete view"
      onClose={onClose}
      onConfirm={async () => {
        await client.view.delete(id)
        await queries.invalidateQueries({ queryKey: keyOf(mode, kinds.view) })
        tell('View deleted', name)
        onDeleted()
      }}
    >
      {visibility === 'shared' ? 'It goes from everybody’s sidebar. ' : ''}The records that it lists stay as
      they are.
    </ConfirmDialog>
  )
}
