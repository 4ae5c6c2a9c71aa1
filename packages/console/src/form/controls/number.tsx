import { useState } from 'react'
import { Input } from '../../design/field.tsx'
import { type InputProps, textIn } from '../form-field.ts'
import { numberIn } from './number-in.ts'

/** Whatever is not a number is kept as it was typed, so that the model can say what is wrong with it. */
export function NumberControl({ field, control, value, onChange }: InputProps<'number'>) {
  const [typed, setTyped] = useState('')
  const isAsTyped = numberIn(typed) === (value ?? null)
  return (
    <Input
      {...control}
      inputMode="decimal"
      autoComplete="off"
      value={isAsTyped ? typed : textIn(value)}
      disabled={field.isFixed}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberIn(target.value))
      }}
    />
  )
}
