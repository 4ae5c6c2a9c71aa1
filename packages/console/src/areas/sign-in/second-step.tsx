import { useState } from 'react'
import {
  completeWithCode,
  completeWithPasskey,
  type SecondStep as Step,
} from '../../session/factors/factor-calls.ts'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { TextField } from '../../design/text-field.tsx'
import { useForm } from '../../design/use-form.ts'
import styles from './entry.module.css'

interface SecondStepProps {
  readonly step: Step
  /** The label of the button. */
  readonly verb?: string
  onDone(): unknown
}

/** What is asked for after the password: a code, a recovery code, or a passkey. */
export function SecondStep({ step: { secondFactor, ticket }, verb = 'Sign in', onDone }: SecondStepProps) {
  const [isRecovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const form = useForm(async () => {
    await completeWithCode(ticket, code)
    await onDone()
  })
  const passkey = useForm(async () => {
    await completeWithPasskey(ticket)
    await onDone()
  })
  const hasApp = secondFactor.includes('totp')
  const asksCode = hasApp || isRecovering
  const problem = form.problem ?? passkey.problem
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      {problem && <Note tone="bad">{problem}</Note>}
      {asksCode && (
        <TextField
          key={isRecovering ? 'recovery' : 'totp'}
          label={isRecovering ? 'Recovery code' : 'Code'}
          hint={
            isRecovering
              ? 'One of the codes that you saved. Each works once.'
              : 'From your authenticator app.'
          }
          error={form.faults.get('code')}
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      {asksCode && (
        <Button type="submit" look="primary" disabled={form.isBusy || code.trim() === ''}>
          {verb}
        </Button>
      )}
      {secondFactor.includes('passkey') && (
        <Button
          look={asksCode ? 'secondary' : 'primary'}
          disabled={passkey.isBusy}
          onClick={passkey.onSubmit}
        >
          Use a passkey
        </Button>
      )}
      {secondFactor.includes('recovery') && !isRecovering && (
        <Button
          look="quiet"
          onClick={() => {
            setCode('')
            setRecovering(true)
          }}
        >
          Use a recovery code
        </Button>
      )}
      {isRecovering && hasApp && (
        <Button
          look="quiet"
          onClick={() => {
            setCode('')
            setRecovering(false)
          }}
        >
          Use the authenticator app
        </Button>
      )}
    </form>
  )
}
