import { useState } from 'react'
import { type ControlProps, Input } from '../design/field.tsx'
import { numberIn } from './number-in.ts'

interface NumberInputProps {
  readonly control: ControlProps
  readonly value: unknown
  readonly isDisabled?: boolean
  onChange(value: unknown): void
}

/** What is no number is kept as it was typed, so that the model can say what is wrong with it. */
export function NumberInput({ control, value, isDisabled = false, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState('')
  const isAsTyped = numberIn(typed) === (value ?? null)
  return (
    <Input
      {...control}
      inputMode="decimal"
      autoComplete="off"
      value={isAsTyped ? typed : String(value ?? '')}
      disabled={isDisabled}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberIn(event.target.value))
      }}
    />
  )
}
