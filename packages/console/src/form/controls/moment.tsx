import { Input } from '../../design/field.tsx'
import type { InputProps } from '../form-field.ts'

/** A date and time, shown in the time zone of whoever looks and stored in UTC. */
export const MomentControl = ({ field, control, value, onChange }: InputProps<'moment'>) => (
  <Input
    {...control}
    type="datetime-local"
    value={value ? localTime(String(value)) : ''}
    disabled={field.isFixed}
    onChange={({ target }) => {
      const at = new Date(target.value)
      onChange(Number.isNaN(at.getTime()) ? null : at.toISOString())
    }}
  />
)

const minuteMs = 60_000

function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}
