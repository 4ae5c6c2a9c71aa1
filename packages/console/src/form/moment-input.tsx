import { type ControlProps, Input } from '../design/field.tsx'

interface MomentInputProps {
  readonly control: ControlProps
  readonly value: unknown
  readonly isDisabled?: boolean
  onChange(value: string | null): void
}

/** A moment in the time of whoever looks; it is kept in that of the world. */
export const MomentInput = ({ control, value, isDisabled = false, onChange }: MomentInputProps) => (
  <Input
    {...control}
    type="datetime-local"
    value={value ? localOf(String(value)) : ''}
    disabled={isDisabled}
    onChange={(event) => {
      const at = new Date(event.target.value)
      onChange(Number.isNaN(at.getTime()) ? null : at.toISOString())
    }}
  />
)

const minuteMs = 60_000

function localOf(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}
