import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './note.module.css'

const icons = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck, info: Info } as const

/** An inline message. Errors are announced to screen readers immediately. */
export function Note({
  tone,
  children,
}: {
  readonly tone: keyof typeof icons
  readonly children: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div className={classes(styles.note, styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
