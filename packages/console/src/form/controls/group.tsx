import type { ReactNode } from 'react'
import { type ControlProps, labelledBy } from '../../design/field.tsx'

interface GroupProps extends ControlProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Several controls under the label of one field. */
export const Group = ({ id, 'aria-describedby': describedBy, className, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
  <div
    id={id}
    role="group"
    aria-labelledby={labelledBy(id)}
    aria-describedby={describedBy}
    className={className}
  >
    {children}
  </div>
)
