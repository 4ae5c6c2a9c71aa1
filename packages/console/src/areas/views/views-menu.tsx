import { kinds } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import { BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useUpdate } from '../../api/records.ts'
import { Menu } from '../../design/menu.tsx'
import { tell } from '../../design/toast.tsx'
import { useSession } from '../../session/session.tsx'
import type { ShownList } from '../../values/area-parts.ts'
import { DeleteView } from './delete-view.tsx'
import { isSame, keptOf } from './kept.ts'
import { useOpenView } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewsMenuProps {
  readonly list: ShownList
  readonly button: ReactElement
}

/** What can be done with the list as a view, and with the view that is open. */
export function ViewsMenu({ list, button }: ViewsMenuProps) {
  const { user, scopes } = useSession()
  const open = useOpenView(list.kind)
  const navigate = useNavigate()
  const [doing, setDoing] = useState<'create' | 'edit' | 'delete' | null>(null)
  const save = useUpdate(kinds.view, open?.id ?? '')
  const kept = keptOf(list)
  const isMine = open !== undefined && (open.ownerUid === user.id || scopes.includes('admin'))
  const close = () => setDoing(null)
  return (
    <>
      <Menu
        trigger={button}
        isOpenAtFirst
        items={[
          ...(isMine
            ? [
                {
                  label: `Save changes to ${open.name}`,
                  icon: Save,
                  isDisabled: isSame(open, kept) || save.isPending,
                  onSelect: () =>
                    save.mutate({ changes: { ...kept } }, { onSuccess: () => tell('View saved', open.name) }),
                },
                { label: 'Rename or share…', icon: Pencil, onSelect: () => setDoing('edit') },
              ]
            : []),
          { label: 'Save as a view…', icon: BookmarkPlus, onSelect: () => setDoing('create') },
          ...(isMine
            ? [
                {
                  label: 'Delete view…',
                  icon: Trash2,
                  isDangerous: true,
                  onSelect: () => setDoing('delete'),
                },
              ]
            : []),
        ]}
      />
      {doing === 'create' && <ViewDialog kind={list.kind} kept={kept} onClose={close} />}
      {doing === 'edit' && open && <ViewDialog kind={list.kind} view={open} kept={open} onClose={close} />}
      {doing === 'delete' && open && (
        <DeleteView
          view={open}
          onClose={close}
          onDeleted={() => void navigate({ to: list.kind.path, search: {} })}
        />
      )}
    </>
  )
}
