import {
  CircleAlert,
  Info,
  Lightbulb,
  type LucideIcon,
  MessageSquareWarning,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../design/classes.ts'
import styles from './callout-box.module.css'
import type { CalloutName } from './callouts.ts'

interface Look {
  readonly label: string
  readonly Icon: LucideIcon
}

const looks: Readonly<Record<CalloutName, Look>> = {
  note: { label: 'Note', Icon: Info },
  tip: { label: 'Tip', Icon: Lightbulb },
  important: { label: 'Important', Icon: MessageSquareWarning },
  warning: { label: 'Warning', Icon: TriangleAlert },
  caution: { label: 'Caution', Icon: CircleAlert },
}

/** What must not be overlooked in a document. */
export function CalloutBox({ name, children }: { readonly name: CalloutName; readonly children: ReactNode }) {
  const { label, Icon } = looks[name]
  return (
    <div role="note" aria-label={label} className={classes(styles.box, styles[name])}>
      <p className={styles.title}>
        <Icon aria-hidden />
        {label}
      </p>
      {children}
    </div>
  )
}
