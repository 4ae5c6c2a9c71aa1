import {
  fieldLabel,
  filtersOf,
  inWords,
  type JsonSchema,
  type Kind,
  kindNamed,
  none,
  takesNone,
} from '@svc/model'
import { useState } from 'react'
import { CheckLine } from '../design/checkbox.tsx'
import { Field, Input, type ControlProps } from '../design/field.tsx'
import { Select } from '../design/select.tsx'
import { RefPicker } from '../form/picker/ref-picker.tsx'
import type { ListState } from './use-list-state.ts'

interface FilterControlProps {
  readonly kind: Kind
  readonly name: string
  readonly state: ListState
}

/** One filter of a kind's list, with a control that suits its field. */
export function FilterControl({ kind, name, state }: FilterControlProps) {
  const value = state.filters[name] ?? null
  const values = choicesOf(filtersOf(kind)[name])
  const field = fieldOf(kind, name)
  const target = field?.target
  const canLack = field !== undefined && takesNone(field)
  const set = (next: string | null) => state.set({ [name]: next })
  return (
    <Field label={fieldLabel(kind, name)}>
      {(control) => {
        if (values) {
          const options = values.map((one) => ({ value: String(one), label: inWords(String(one)) }))
          return (
            <Select
              {...control}
              value={value ?? ''}
              options={[{ value: '', label: 'any' }, ...options]}
              onChange={(next) => set(next || null)}
            />
          )
        }
        if (!target) return <TextFilter key={value} control={control} value={value} onCommit={set} />
        const pointsAt = typeof target === 'string' ? target : target.kinds[state.filters[target.by] ?? '']
        if (!pointsAt) {
          const first = typeof target === 'object' ? fieldLabel(kind, target.by) : ''
          return <Input {...control} disabled placeholder={`Choose “${first}” first`} />
        }
        const hasNone = value === none
        const picker = (
          <RefPicker
            key={pointsAt}
            {...control}
            kind={kindNamed(pointsAt)}
            value={hasNone ? null : value}
            isDisabled={hasNone}
            onChange={set}
          />
        )
        return canLack ? (
          <>
            {picker}
            <CheckLine checked={hasNone} onChange={({ target: box }) => set(box.checked ? none : null)}>
              No {fieldLabel(kind, name).toLowerCase()}
            </CheckLine>
          </>
        ) : (
          picker
        )
      }}
    </Field>
  )
}

const maxChoices = 12

/** The possible values, where they are few and known. */
function choicesOf({ enum: values, type, minimum = 0, maximum = 0 }: JsonSchema = {}) {
  const count = maximum - minimum + 1
  if (values || type !== 'integer' || count > maxChoices) return values
  return Array.from({ length: count }, (_, index) => minimum + index)
}

/** Arrays are filtered by one of their values, under another name. */
const fieldOf = ({ fields }: Kind, name: string) =>
  fields[name] ?? Object.values(fields).find(({ traits }) => traits.filterAs === name)

interface TextFilterProps {
  readonly control: ControlProps
  readonly value: string | null
  onCommit(value: string | null): void
}

function TextFilter({ control, value, onCommit }: TextFilterProps) {
  const [text, setText] = useState(value ?? '')
  const commit = () => text.trim() !== (value ?? '') && onCommit(text.trim() || null)
  return (
    <Input
      {...control}
      value={text}
      placeholder="any"
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
