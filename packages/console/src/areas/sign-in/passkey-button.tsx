import { hasPasskeys } from '../../session/factors/browser-passkeys.ts'
import { signInWithPasskey } from '../../session/factors/factor-calls.ts'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { useForm } from '../../design/use-form.ts'

/** Signs in with a passkey alone, which says itself who it belongs to. */
export function PasskeyButton({ onDone }: { onDone(): unknown }) {
  const form = useForm(async () => {
    await signInWithPasskey()
    await onDone()
  })
  if (!hasPasskeys()) return null
  return (
    <>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Button disabled={form.isBusy} onClick={form.onSubmit}>
        Sign in with a passkey
      </Button>
    </>
  )
}
