import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly title: string
  readonly align?: 'start' | 'end'
  /** Where the click that wanted it came before its code. */
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A few settings of what is on the page, behind a button beside it. */
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
