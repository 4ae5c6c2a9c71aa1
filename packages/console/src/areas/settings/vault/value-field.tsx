import { maxSecretBytes, type secretTypes } from '@svc/model'
import { useState } from 'react'
import { Field, Input, TextArea } from '../../../design/field.tsx'
import styles from './vault.module.css'

export type VaultValue = { readonly value: string } | { readonly valueBase64: string }

interface ValueFieldProps {
  readonly type: (typeof secretTypes)[number]
  readonly error: string | undefined
  /** Undefined while empty. */
  onChange(value: VaultValue | undefined, fileName?: string): void
}

/** The value of a vault item: typed text, or the bytes of a file. */
export function ValueField({ type, error, onChange }: ValueFieldProps) {
  const [unfit, setUnfit] = useState<string>()
  if (type === 'text') {
    return (
      <Field label="Value" hint="Encrypted immediately and never shown again." error={error}>
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
    setUnfit(undefined)
    if (!file) return onChange(undefined)
    if (file.size > maxSecretBytes) {
      onChange(undefined)
      return setUnfit(`The file has ${file.size.toLocaleString()} bytes; the maximum is 256 KiB.`)
    }
    if (file.size === 0) {
      onChange(undefined)
      return setUnfit('The file is empty.')
    }
    onChange({ valueBase64: new Uint8Array(await file.arrayBuffer()).toBase64() }, file.name)
  }
  return (
    <Field
      label="File"
      hint="Maximum 256 KiB. Encrypted immediately and never shown again."
      error={unfit ?? error}
    >
      {(control) => (
        <Input {...control} type="file" onChange={({ target }) => void read(target.files?.[0])} />
      )}
    </Field>
  )
}
