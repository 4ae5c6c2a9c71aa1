import { Combobox } from '@base-ui/react/combobox'
import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { ChevronDown, X } from 'lucide-react'
import { useName } from '../../api/names.ts'
import { classes } from '../../design/classes.ts'
import type { ControlProps } from '../../design/field.tsx'
import field from '../../design/field.module.css'
import type { Tally } from '../../design/tally.tsx'
import { FoundList } from './found-list.tsx'
import styles from '../../design/picker.module.css'
import { usePicker } from './use-picker.ts'

interface RefPickerProps extends Partial<ControlProps> {
  readonly kind: Kind
  readonly value: string | null
  readonly isDisabled?: boolean
  readonly placeholder?: string
  readonly 'aria-label'?: string
  /** How many there are of a record, to be shown beside it. */
  tallyOf?(id: string): Tally | undefined
  onChange(id: string | null): void
}

/** Chooses one record out of thousands, found as one types. */
export function RefPicker({
  kind,
  value,
  isDisabled = false,
  placeholder = `Search ${severalOfKind(kind)}…`,
  tallyOf,
  onChange,
  ...control
}: RefPickerProps) {
  const { root, input, list, forget } = usePicker(kind)
  const { data: known } = useName(value)
  const chosen: NamedRecord | null = value ? (known ?? { kind: kind.name, id: value, name: value }) : null
  return (
    <Combobox.Root
      {...root}
      value={chosen}
      disabled={isDisabled}
      onValueChange={(next) => {
        forget()
        onChange(next?.id ?? null)
      }}
    >
      <Combobox.InputGroup className={classes(field.control, styles.group, isDisabled && styles.disabled)}>
        <Combobox.Input className={styles.input} placeholder={placeholder} {...control} {...input} />
        {value && !isDisabled && (
          <Combobox.Clear className={styles.button} aria-label="Clear">
            <X aria-hidden />
          </Combobox.Clear>
        )}
        <Combobox.Trigger className={styles.button} aria-label={`Show ${severalOfKind(kind)}`}>
          <ChevronDown aria-hidden />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <FoundList {...list} tallyOf={tallyOf} />
    </Combobox.Root>
  )
}
