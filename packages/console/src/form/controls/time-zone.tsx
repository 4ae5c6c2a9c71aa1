import { useId } from 'react'
import { Input } from '../../design/field.tsx'
import { type InputProps, textIn } from '../form-field.ts'

/** A time zone by its IANA name, suggested as one types. */
export function TimeZoneControl({ control, value, onChange }: InputProps<'timeZone'>) {
  const id = useId()
  return (
    <>
      <Input
        {...control}
        list={id}
        autoComplete="off"
        placeholder="Europe/Berlin"
        value={textIn(value)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
