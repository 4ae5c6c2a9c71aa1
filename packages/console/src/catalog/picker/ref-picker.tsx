import { Combobox } from '@base-ui/react/combobox'
import type { NamedRecord } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useName } from '../../api/names.ts'
import { classes } from '../../design/classes.ts'
import type { ControlProps } from '../../design/field.tsx'
import field from '../../design/field.module.css'
import { FoundList } from './found-list.tsx'
import styles from '../../design/picker.module.css'
import { useFinder } from './use-finder.ts'
import { useSettled } from './use-settled.ts'

interface RefPickerProps extends Partial<ControlProps> {
  readonly kind: Kind
  readonly value: string | null
  readonly isDisabled?: boolean
  readonly placeholder?: string
  readonly 'aria-label'?: string
  onChange(id: string | null): void
}

/** Chooses one record among thousands: found as one types. */
export function RefPicker({
  kind,
  value,
  isDisabled = false,
  placeholder = `Search ${severalOfKind(kind)}…`,
  onChange,
  ...control
}: RefPickerProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const words = useSettled(typed)
  const found = useFinder(kind, words, { isEnabled: isOpen })
  const { data: known } = useName(value)
  const chosen: NamedRecord | null = value ? (known ?? { kind: kind.name, id: value, name: value }) : null
  return (
    <Combobox.Root
      items={found.data ?? []}
      filter={null}
      value={chosen}
      disabled={isDisabled}
      itemToStringLabel={nameOf}
      isItemEqualToValue={isSame}
      onOpenChange={setOpen}
      onValueChange={(next) => {
        setTyped('')
        onChange(next?.id ?? null)
      }}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
    >
      <Combobox.InputGroup className={classes(field.control, styles.group, isDisabled && styles.disabled)}>
        <Combobox.Input className={styles.input} placeholder={placeholder} {...control} />
        {value && !isDisabled && (
          <Combobox.Clear className={styles.button} aria-label="Clear">
            <X aria-hidden />
          </Combobox.Clear>
        )}
        <Combobox.Trigger className={styles.button} aria-label={`Show ${severalOfKind(kind)}`}>
          <ChevronDown aria-hidden />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <FoundList
        isPending={found.isFetching}
        error={found.error}
        words={typed}
        several={severalOfKind(kind)}
      />
    </Combobox.Root>
  )
}

export const nameOf = ({ name }: NamedRecord): string => name
export const isSame = (one: NamedRecord, other: NamedRecord): boolean => one.id === other.id
