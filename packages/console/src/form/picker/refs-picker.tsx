import { Combobox } from '@base-ui/react/combobox'
import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { X } from 'lucide-react'
import { useName } from '../../api/names.ts'
import { classes } from '../../design/classes.ts'
import type { ControlProps } from '../../design/field.tsx'
import field from '../../design/field.module.css'
import { FoundList } from './found-list.tsx'
import styles from '../../design/picker.module.css'
import { usePicker } from './use-picker.ts'

interface RefsPickerProps extends Partial<ControlProps> {
  readonly kind: Kind
  readonly value: readonly string[]
  readonly isDisabled?: boolean
  onChange(ids: readonly string[]): void
}

/** Chooses several records, each found as one types. */
export function RefsPicker({ kind, value, isDisabled = false, onChange, ...control }: RefsPickerProps) {
  const { root, input, list, forget } = usePicker(kind)
  const chosen: readonly NamedRecord[] = value.map((id) => ({ kind: kind.name, id, name: id }))
  return (
    <Combobox.Root
      multiple
      {...root}
      value={chosen}
      disabled={isDisabled}
      onValueChange={(next) => {
        forget()
        onChange(next.map(({ id }) => id))
      }}
    >
      <Combobox.InputGroup className={classes(field.control, styles.chips)}>
        <Combobox.Chips className={styles.chipRow}>
          {chosen.map(({ id }) => (
            <Combobox.Chip key={id} className={styles.chip}>
              <ChipName id={id} />
              <Combobox.ChipRemove className={styles.remove} aria-label="Remove">
                <X aria-hidden />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            className={styles.input}
            placeholder={value.length === 0 ? `Search ${severalOfKind(kind)}…` : ''}
            {...control}
            {...input}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <FoundList {...list} />
    </Combobox.Root>
  )
}

function ChipName({ id }: { readonly id: string }) {
  const { data } = useName(id)
  return <span>{data?.name ?? id}</span>
}
