import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Copyable } from '../../design/copyable.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TextField } from '../../design/text-field.tsx'
import { useForm } from '../../design/use-form.ts'
import { beginTotp, confirmTotp } from './factor-calls.ts'
import styles from './factors.module.css'
import { QrCode } from './qr-code.tsx'

/** Adds an authenticator app: its secret to scan or type, then a code that shows that it has arrived. */
export function AddTotp({ onAdded }: { onAdded(recoveryCodes: readonly string[]): void }) {
  const begun = useQuery({
    queryKey: ['new-totp'],
    queryFn: beginTotp,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [code, setCode] = useState('')
  const form = useForm(async () => onAdded((await confirmTotp(code)).recoveryCodes))
  if (begun.isError) return <Problem error={begun.error} onRetry={() => void begun.refetch()} />
  if (!begun.data) return <Skeleton rows={5} />
  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        form.onSubmit(event)
      }}
    >
      <p>Scan this with an authenticator app, or type the key into it.</p>
      <QrCode text={begun.data.uri} label="QR code for an authenticator app" />
      <Copyable text={begun.data.secret} label="the key" />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <TextField
        label="Code"
        hint="The 6 digits that the app shows now."
        error={form.faults.get('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      <div className={styles.foot}>
        <Button type="submit" look="primary" disabled={form.isBusy || code.trim().length < 6}>
          Confirm
        </Button>
      </div>
    </form>
  )
}
