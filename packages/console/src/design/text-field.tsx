import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps, Input } from './field.tsx'

interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> {
  onChange?(text: string): void
}

/** A line to type into, with its label, what is said of it and what is wrong with it. */
export const TextField = ({ label, isOptional, hint, error, onChange, ...input }: TextFieldProps) => (
  <Field label={label} isOptional={isOptional} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} onChange={({ target }) => onChange?.(target.value)} />}
  </Field>
)
