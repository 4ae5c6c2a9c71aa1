import { type InputHTMLAttributes, useId } from 'react'
import { Input } from '../../design/field.tsx'

type InputProps = InputHTMLAttributes<HTMLInputElement>

/** A time of day, such as 09:00. */
export const TimeInput = (props: InputProps) => <Input {...props} type="time" />

/** A time zone by the name that everybody's clocks know it by, found as one types. */
export function TimeZoneInput(props: InputProps) {
  const id = useId()
  return (
    <>
      <Input {...props} list={id} autoComplete="off" placeholder="Europe/Berlin" />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
