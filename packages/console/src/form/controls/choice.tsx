import { Select } from '../../design/select.tsx'
import { optionsOf } from '../control-type.ts'
import { type InputProps, isNothing, textIn } from '../form-field.ts'

/** One of a few values. One from before they were limited to these can stay. */
export function ChoiceControl({ field, control, value, onChange }: InputProps<'choice'>) {
  const { isFixed = false, isNullable, of } = field
  const isKnown = isNothing(value) || of.options.some((option) => option.value === value)
  return (
    <Select
      {...control}
      value={isNothing(value) && !isNullable ? null : textIn(value)}
      options={[
        ...(isNullable ? [{ value: '', label: 'None' }] : []),
        ...of.options,
        ...(isKnown ? [] : optionsOf([value])),
      ]}
      isDisabled={isFixed}
      onChange={(next) => onChange(next || null)}
    />
  )
}
