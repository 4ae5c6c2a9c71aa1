import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import type { ControlProps } from './field.tsx'
import field from './field.module.css'
import menu from './menu.module.css'
import styles from './select.module.css'
import { type Tally, TallyMark } from './tally.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly tally?: Tally | undefined
}

interface SelectProps extends Partial<ControlProps> {
  readonly value: string | null
  readonly options: readonly Option[]
  readonly placeholder?: string
  readonly 'aria-label'?: string
  readonly isDisabled?: boolean
  /** Whether options have numbers, known or not yet. */
  readonly hasTallies?: boolean
  onChange(value: string): void
}

const chosenMark = (
  <Base.ItemIndicator className={menu.check}>
    <Check aria-hidden />
  </Base.ItemIndicator>
)

/** Single choice from a few values. For records, of which there may be thousands, see the reference picker. */
export function Select({
  value,
  options,
  placeholder = 'Choose…',
  isDisabled = false,
  hasTallies = false,
  onChange,
  ...control
}: SelectProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(String(next))}
      items={options.map(({ value: one, label }) => ({ value: one, label }))}
      disabled={isDisabled}
    >
      <Base.Trigger className={classes(field.control, styles.trigger)} {...control}>
        <Base.Value>
          {(chosen) => options.find((one) => one.value === chosen)?.label ?? placeholder}
        </Base.Value>
        <Base.Icon className={styles.icon}>
          <ChevronDown aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          className={menu.positioner}
          sideOffset={4}
          align="start"
          alignItemWithTrigger={false}
        >
          <Base.Popup className={classes(menu.popup, hasTallies && styles.wide)}>
            {options.map(({ value: one, label, tally }) => (
              <Base.Item key={one} value={one} className={menu.item}>
                <Base.ItemText>{label}</Base.ItemText>
                {hasTallies ? (
                  <>
                    <TallyMark tally={tally} />
                    <span className={menu.slot}>{chosenMark}</span>
                  </>
                ) : (
                  chosenMark
                )}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
