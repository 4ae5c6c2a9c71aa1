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
import { CheckLine } from '../design/checkbox.tsx'
import { Field, Input } from '../design/field.tsx'
import { Select } from '../design/select.tsx'
import { TallyMark } from '../design/tally.tsx'
import { RefPicker } from '../form/picker/ref-picker.tsx'
import { TextFilter } from './text-filter.tsx'
import { useFacetCounts } from './use-facet-counts.ts'
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
  const counts = useFacetCounts(kind, name, state)
  const set = (next: string | null) => state.set({ [name]: next })
  return (
    <Field label={fieldLabel(kind, name)}>
      {(control) => {
        if (values) {
          const options = values.map((one) => ({
            value: String(one),
            label: inWords(String(one)),
            tally: counts.of(String(one)),
          }))
          return (
            <Select
              {...control}
              value={value ?? ''}
              hasTallies
              options={[{ value: '', label: 'any', tally: counts.all }, ...options]}
              onChange={(next) => set(next || null)}
            />
          )
        }
        if (!target) return <TextFilter control={control} value={value} counts={counts} onCommit={set} />
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
            tallyOf={counts.of}
            onChange={set}
          />
        )
        return canLack ? (
          <>
            {picker}
            <CheckLine checked={hasNone} onChange={({ target: box }) => set(box.checked ? none : null)}>
              No {fieldLabel(kind, name).toLowerCase()}
              <TallyMark tally={counts.of(null)} />
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
