import type { Fields as Record } from '@svc/client'
import type { Kind } from '@svc/model'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { draftOf } from '../../form/draft.ts'
import { Fields } from '../../form/fields.tsx'
import { fieldsOf } from '../../form/fields-of.ts'
import styles from './inline.module.css'

interface ValueFormProps {
  readonly kind: Kind
  readonly record: Record
  readonly name: string
  readonly isBusy: boolean
  onSave(value: unknown): void
  onCancel(): void
}

const noFaults = new Map<string, string>()

/** A value in the same control as in the form of the record. A reference is saved as soon as it is chosen. */
export function ValueForm({ kind, record, name, isBusy, onSave, onCancel }: ValueFormProps) {
  const [value, setValue] = useState(draftOf(kind, record)[name])
  const fields = fieldsOf(kind, draftOf(kind, record), { isNew: false, keys: [name] })
  const isChosen = kind.fields[name]?.type === 'ref'
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave(value)
      }}
    >
      <Fields
        fields={fields.map((field) => ({ ...field, about: '', isOptional: false }))}
        values={{ [name]: value }}
        faults={noFaults}
        onChange={(_, next) => {
          setValue(next)
          if (isChosen) onSave(next)
        }}
      />
      <div className={styles.buttons}>
        {!isChosen && (
          <Button type="submit" look="primary" disabled={isBusy}>
            Save
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
