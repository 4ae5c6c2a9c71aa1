import { kindNamed } from '@svc/model'
import { Input } from '../../design/field.tsx'
import { type InputProps, textsIn } from '../form-field.ts'
import { RefPicker } from '../picker/ref-picker.tsx'
import { RefsPicker } from '../picker/refs-picker.tsx'

export function RefControl({ field, control, value, onChange }: InputProps<'ref'>) {
  const { target, waitsFor } = field.of
  if (!target) return <Input {...control} disabled placeholder={`Choose “${waitsFor}” first`} />
  return (
    <RefPicker
      key={target}
      {...control}
      kind={kindNamed(target)}
      value={value ? String(value) : null}
      isDisabled={field.isFixed ?? false}
      onChange={onChange}
    />
  )
}

export const RefsControl = ({ field, control, value, onChange }: InputProps<'refs'>) => (
  <RefsPicker
    {...control}
    kind={kindNamed(field.of.target)}
    value={textsIn(value)}
    isDisabled={field.isFixed ?? false}
    onChange={onChange}
  />
)
