import { useBlocker } from '@tanstack/react-router'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'

interface LeaveGuardProps {
  isNeeded(): boolean
  onLeave(): void
  readonly noun: string
}

/** Asks before unsaved changes are left behind. */
export function LeaveGuard({ isNeeded, onLeave, noun }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  return (
    <Dialog
      isOpen={isBlocked}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      foot={
        <>
          <Button
            look="danger"
            onClick={() => {
              onLeave()
              blocker.proceed?.()
            }}
          >
            Leave
          </Button>
          <Button look="primary" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
        </>
      }
    >
      Your changes to this {noun} have not been saved.
    </Dialog>
  )
}
