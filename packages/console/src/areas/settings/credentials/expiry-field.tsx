import { useState } from 'react'
import { Field, Input } from '../../../design/field.tsx'
import { Select } from '../../../design/select.tsx'
import styles from './credentials.module.css'

const dayMs = 86_400_000

const options = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date…' },
  { value: 'never', label: 'Never' },
]

export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

/** When a credential expires: after a common period, on a chosen date, or never. */
export function ExpiryField({
  error,
  onChange,
}: {
  readonly error: string | undefined
  onChange(expiresAt: string | null): void
}) {
  const [chosen, setChosen] = useState('90')
  const choose = (value: string) => {
    setChosen(value)
    onChange(value === 'never' ? null : inDays(value === 'date' ? 30 : Number(value)))
  }
  return (
    <Field
      label="Expires"
      error={error}
      hint={chosen === 'never' && 'An expiry date is safer: nobody revokes a credential they have forgotten.'}
    >
      {(control) => (
        <div className={styles.expiry}>
          <Select {...control} value={chosen} options={options} onChange={choose} />
          {chosen === 'date' && (
            <Input
              type="date"
              aria-label="Expiry date"
              defaultValue={inDays(30).slice(0, 10)}
              min={inDays(1).slice(0, 10)}
              onChange={({ target }) => {
                if (target.value) onChange(new Date(`${target.value}T00:00:00`).toISOString())
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
