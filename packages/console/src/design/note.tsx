import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './note.module.css'

const pictures = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck, info: Info } as const

/** Something that has to be said beside what people do. What went wrong is read out at once. */
export function Note({
  tone,
  children,
}: {
  readonly tone: keyof typeof pictures
  readonly children: ReactNode
}) {
  const Picture = pictures[tone]
  return (
    <div className={classes(styles.note, styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
      <Picture aria-hidden />
      <div>{children}</div>
    </div>
  )
}
