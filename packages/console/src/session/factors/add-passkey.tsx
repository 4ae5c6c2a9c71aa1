import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { TextField } from '../../design/text-field.tsx'
import { useForm } from '../../design/use-form.ts'
import { addPasskey } from './factor-calls.ts'
import styles from './factors.module.css'

/** Adds a passkey, under a name by which the person knows it. */
export function AddPasskey({ onAdded }: { onAdded(recoveryCodes: readonly string[] | null): void }) {
  const [name, setName] = useState('')
  const form = useForm(async () => onAdded((await addPasskey(name.trim() || 'Passkey')).recoveryCodes))
  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        form.onSubmit(event)
      }}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {[...form.faults.values()].slice(0, 1).map((fault) => (
        <Note key={fault} tone="bad">
          {fault}
        </Note>
      ))}
      <TextField
        label="Name"
        hint="To recognise it by, such as “work laptop”."
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <div className={styles.foot}>
        <Button type="submit" look="primary" disabled={form.isBusy}>
          Create a passkey
        </Button>
      </div>
    </form>
  )
}
