import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classes } from './classes.ts'
import styles from './menu.module.css'

export interface MenuItem {
  readonly label: string
  readonly icon?: LucideIcon
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  onSelect(): void
}

/** A menu of actions behind a button. */
export const Menu = ({
  trigger,
  items,
  isOpenAtFirst = false,
}: {
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  /** For a click that came before the code was loaded. */
  readonly isOpenAtFirst?: boolean
}) => (
  <Base.Root defaultOpen={isOpenAtFirst}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={styles.positioner} sideOffset={6} align="end">
        <Base.Popup className={styles.popup}>
          {items.map(({ label, icon: Icon, isDangerous = false, isDisabled = false, onSelect }) => (
            <Base.Item
              key={label}
              className={classes(styles.item, isDangerous && styles.danger)}
              disabled={isDisabled}
              onClick={onSelect}
            >
              {Icon && <Icon aria-hidden />}
              {label}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
