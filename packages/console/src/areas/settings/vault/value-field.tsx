import { maxSecretBytes, type secretTypes } from '@svc/model'
import { useState } from 'react'
import { Field, Input, TextArea } from '../../../design/field.tsx'
import styles from './vault.module.css'

export type GivenValue = { readonly value: string } | { readonly valueBase64: string }

interface ValueFieldProps {
  readonly type: (typeof secretTypes)[number]
  readonly error: string | undefined
  /** Undefined while there is none. */
  onChange(value: GivenValue | undefined, fileName?: string): void
}

/** A value on its way into the vault: text that is typed, or the bytes of a file. */
export function ValueField({ type, error, onChange }: ValueFieldProps) {
  const [tooLarge, setTooLarge] = useState<string>()
  if (type === 'text') {
    return (
      <Field label="Value" hint="Encrypted at once, and never shown again." error={error}>
        {(control) => (
          <TextArea
            {...control}
            className={styles.value}
            spellCheck={false}
            autoComplete="off"
            maxLength={maxSecretBytes}
            onChange={({ target }) => onChange(target.value === '' ? undefined : { value: target.value })}
          />
        )}
      </Field>
    )
  }
  const read = async (file: File | undefined) => {
    setTooLarge(undefined)
    if (!file) return onChange(undefined)
    if (file.size > maxSecretBytes) {
      onChange(undefined)
      return setTooLarge(`It has ${file.size.toLocaleString()} bytes; at most 256 KiB are taken.`)
    }
    onChange({ valueBase64: new Uint8Array(await file.arrayBuffer()).toBase64() }, file.name)
  }
  return (
    <Field
      label="File"
      hint="At most 256 KiB. Encrypted at once, and never shown again."
      error={tooLarge ?? error}
    >
      {(control) => (
        <Input {...control} type="file" onChange={({ target }) => void read(target.files?.[0])} />
      )}
    </Field>
  )
}
