import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { tellOtherTabs } from '../../session/other-tabs.ts'
import { sessionKey, signIn } from '../../session/session-calls.ts'
import { endedSession } from '../../session/signed-in-fetch.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Note } from '../../design/note.tsx'
import { useForm } from '../../design/use-form.ts'
import styles from './sign-in-again.module.css'

/** Covers the page when the session has ended: what was typed stays, and requests continue afterwards. */
export function SignInAgain() {
  const isWaited = useSyncExternalStore(endedSession.subscribe, endedSession.hasWaiting)
  return isWaited ? <Question /> : null
}

function Question() {
  const { user, organisation } = useSession()
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const leave = useSignOut()
  const form = useForm(async () => {
    await signIn({ email: user.email ?? '', password, organisationId: organisation.id })
    endedSession.settle(true)
    tellOtherTabs()
    await queries.invalidateQueries({ queryKey: sessionKey })
  })
  return (
    <Modal>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div>
          <h2>Your session has ended</h2>
          <p className={styles.lead}>
            Sign in again to continue. This page stays as it is, with everything you have typed.
          </p>
        </div>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <TextField label="E-mail" value={user.email ?? ''} autoComplete="username" readOnly disabled />
        <TextField
          label="Password"
          error={form.faults.get('password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <div className={styles.foot}>
          <Button look="quiet" onClick={() => void leave()}>
            Leave this page
          </Button>
          <Button type="submit" look="primary" disabled={form.isBusy}>
            Sign in and continue
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/**
 * The browser's own dialog: it is above any other open dialog, which must not see its keys and clicks.
 */
function Modal({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    element.querySelector<HTMLInputElement>('input[type=password]')?.focus()
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
    }
    element.addEventListener('keydown', keepEscape)
    return () => element.removeEventListener('keydown', keepEscape)
  }, [])
  // Beside the page, not in it: while another dialog is open, the page is hidden from screen readers.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Your session has ended"
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>,
    document.body,
  )
}
