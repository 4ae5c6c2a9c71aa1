import type { Fields, Tagged } from '@svc/client'
import type { Kind } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Note } from '../design/note.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { tellTrouble } from '../design/toast.tsx'
import { said } from '../design/trouble.ts'
import { useHistory } from '../values/use-history.ts'
import { longTime } from '../words/times.ts'
import { BothVersions } from './both-versions.tsx'
import { versionsOf } from './versions.ts'

interface ConflictDialogProps {
  readonly kind: Kind
  /** The record as it was when editing began. */
  readonly base: Fields
  /** The fields as they were about to be saved. */
  readonly mine: Fields
  onClose(): void
  onReload(now: Tagged<Fields>): void
  onOverwrite(now: Tagged<Fields>): Promise<void>
}

/** Somebody else saved first: shows both versions of each field. Saving over theirs is a choice, never the default. */
export function ConflictDialog({ kind, base, mine, onClose, onReload, onOverwrite }: ConflictDialogProps) {
  const { client } = useMode()
  const id = String(base.id)
  const now = useQuery({
    queryKey: ['conflict', kind.name, id],
    queryFn: () => client.records(kind).read(id),
    staleTime: 0,
    gcTime: 0,
  })
  const { data: history } = useHistory(kind, id)
  const last = history?.pages[0]?.events[0]
  const overwrite = (current: Tagged<Fields>) =>
    onOverwrite(current).catch((error: Error) => tellTrouble('Not saved', error))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title="Changed in the meantime"
      lead={
        last
          ? `${last.actor.name ?? 'Someone'} changed it on ${longTime(last.at)}.`
          : 'Someone else has changed it since you opened it.'
      }
      foot={
        now.data && (
          <>
            <Button onClick={() => onReload(now.data)}>Discard mine and reload</Button>
            <Button look="danger" onClick={() => void overwrite(now.data)}>
              Overwrite with mine
            </Button>
            <Button look="primary" onClick={onClose}>
              Keep editing
            </Button>
          </>
        )
      }
    >
      {now.isError && <Note tone="bad">{said(now.error)}</Note>}
      {now.data ? (
        <BothVersions kind={kind} versions={versionsOf(kind, { base, mine, theirs: now.data.record })} />
      ) : (
        !now.isError && <Skeleton rows={3} />
      )}
    </Dialog>
  )
}
