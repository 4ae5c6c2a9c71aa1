import { CheckLine } from '../../design/checkbox.tsx'
import type { InputProps } from '../form-field.ts'

export const BooleanControl = ({ field, control, value, onChange }: InputProps<'boolean'>) => (
  <CheckLine
    {...control}
    checked={value === true}
    disabled={field.isFixed}
    onChange={({ target }) => onChange(target.checked)}
  >
    {field.about}
  </CheckLine>
)
