import { useBlocker } from '@tanstack/react-router'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'

interface LeaveGuardProps {
  isNeeded(): boolean
  onLeave(): void
  readonly noun: string
}

/** Asks before what was typed is left behind. */
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
      What you typed about this {noun} is not saved.
    </Dialog>
  )
}
