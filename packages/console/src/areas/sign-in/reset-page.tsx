import { useState } from 'react'
import { askForReset } from '../../session/session-calls.ts'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { TextField } from '../../design/text-field.tsx'
import { useForm } from '../../design/use-form.ts'
import { EntryPage } from './entry-page.tsx'
import styles from './entry.module.css'

interface Props {
  readonly email: string
  readonly onBack: () => void
}

/** Where people who have forgotten their password ask for a link. */
export function ResetPage({ email: typed, onBack }: Props) {
  const [email, setEmail] = useState(typed)
  const [isAsked, setAsked] = useState(false)
  const form = useForm(async () => {
    await askForReset(email.trim())
    setAsked(true)
  })
  return (
    <EntryPage title="Reset your password" lead="You will get an e-mail with a link to choose a new one.">
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        {isAsked && !form.problem && (
          <Note tone="info">
            If {email.trim()} can have a password here, an e-mail is on its way. The link in it works for one
            hour.
          </Note>
        )}
        <TextField
          label="E-mail"
          error={form.faults.get('email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(next) => {
            setEmail(next)
            setAsked(false)
          }}
        />
        <Button type="submit" look="primary" disabled={form.isBusy || isAsked}>
          Send the link
        </Button>
      </form>
      <Button look="quiet" onClick={onBack}>
        Back to sign-in
      </Button>
    </EntryPage>
  )
}
