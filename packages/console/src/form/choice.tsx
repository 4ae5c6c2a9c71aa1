import { inWords } from '@svc/model'
import type { ControlProps } from '../design/field.tsx'
import { Select } from '../design/select.tsx'

interface ChoiceProps {
  readonly control: ControlProps
  readonly values: readonly string[]
  readonly value: unknown
  readonly isClearable?: boolean
  readonly isDisabled?: boolean
  onChange(value: string | null): void
}

/** One of the words that the model knows. */
export const Choice = ({
  control,
  values,
  value,
  isClearable = false,
  isDisabled = false,
  onChange,
}: ChoiceProps) => (
  <Select
    {...control}
    value={value ? String(value) : isClearable ? '' : null}
    options={[
      ...(isClearable ? [{ value: '', label: '–' }] : []),
      ...values.map((one) => ({ value: one, label: inWords(one) })),
    ]}
    isDisabled={isDisabled}
    onChange={(next) => onChange(next || null)}
  />
)
