import type { Fields as Record } from '@svc/client'
import { type Kind, kindNamed } from '@svc/model'
import { useEffect, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { WordsInput } from '../../design/words-input.tsx'
import { draftOf } from '../../form/draft.ts'
import { Fields } from '../../form/fields.tsx'
import { fieldsOf } from '../../form/fields-of.ts'
import { RefsPicker } from '../../form/picker/refs-picker.tsx'
import { type BulkChange, hasEntries } from './bulk-change.ts'

interface BulkValueProps {
  readonly kind: Kind
  readonly name: string
  /** One of the records: which fields there are may depend on the others. */
  readonly sample: Record
  onChange(change: BulkChange | null): void
}

/** The new value of a field, in the same control as in the form of a record. */
export function BulkValue(props: BulkValueProps) {
  const field = props.kind.fields[props.name]
  return field && hasEntries(field) ? <Entries {...props} /> : <OneValue {...props} />
}

const noFaults = new Map<string, string>()

function OneValue({ kind, name, sample, onChange }: BulkValueProps) {
  const [value, setValue] = useState<unknown>(null)
  const [isCleared, setCleared] = useState(false)
  const fields = fieldsOf(kind, draftOf(kind, sample), { isNew: false, keys: [name] })
  const isNullable = kind.fields[name]?.traits.nullable === true
  const change = (next: unknown) => {
    setValue(next)
    setCleared(false)
    onChange(next === null || next === '' ? null : { key: name, value: next })
  }
  if (fields.length === 0) return <p>This field does not apply to these {kind.noun} records.</p>
  return (
    <>
      <Fields
        fields={fields}
        values={{ [name]: value }}
        faults={noFaults}
        onChange={(_, next) => change(next)}
      />
      {isNullable && (
        <div>
          <Button
            look={isCleared ? 'secondary' : 'quiet'}
            aria-pressed={isCleared}
            onClick={() => {
              setValue(null)
              setCleared(true)
              onChange({ key: name, value: null })
            }}
          >
            Leave it empty
          </Button>
        </div>
      )}
    </>
  )
}

function Entries({ kind, name, onChange }: BulkValueProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  useEffect(() => onChange({ key: name, added, removed }), [name, added, removed, onChange])
  const field = kind.fields[name]
  const target = field?.type === 'refs' && typeof field.target === 'string' ? kindNamed(field.target) : null
  return (
    <>
      {(
        [
          ['Add', added, setAdded],
          ['Remove', removed, setRemoved],
        ] as const
      ).map(([label, value, set]) => (
        <Field key={label} label={label}>
          {(control) =>
            target ? (
              <RefsPicker {...control} kind={target} value={value} onChange={set} />
            ) : (
              <WordsInput
                {...control}
                value={value}
                placeholder={`${label}…`}
                suggestions={wordsOf(field?.schema.items?.enum)}
                onChange={set}
              />
            )
          }
        </Field>
      ))}
    </>
  )
}

const wordsOf = (values: readonly unknown[] = []): readonly string[] => values.map(String)
