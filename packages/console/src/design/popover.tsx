import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly title: string
  readonly align?: 'start' | 'end'
  /** For a click that came before the code was loaded. */
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A few settings behind a button. */
export const Popover = ({
  trigger,
  title,
  align = 'start',
  isOpenAtFirst = false,
  children,
}: PopoverProps) => (
  <Base.Root defaultOpen={isOpenAtFirst}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={styles.positioner} sideOffset={6} align={align}>
        <Base.Popup className={styles.popup}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
