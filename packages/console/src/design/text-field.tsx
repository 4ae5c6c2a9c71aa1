import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps, Input } from './field.tsx'

interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> {
  onChange?(text: string): void
}

/** A text input with label, hint and error. */
export const TextField = ({ label, isOptional, hint, error, onChange, ...input }: TextFieldProps) => (
  <Field label={label} isOptional={isOptional} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} onChange={({ target }) => onChange?.(target.value)} />}
  </Field>
)
