import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { explain, requestIdOf, titleOf } from './trouble.ts'

interface ProblemProps {
  /** What failed, or what is missing; without it, the kind of error. */
  readonly title?: string | undefined
  readonly error: Error
  onRetry?(): void
  /** Other actions. */
  readonly actions?: ReactNode
  /** Whether it replaces a whole page. */
  readonly isPage?: boolean
}

/** Shown in place of a page or a part of it that failed: what happened, what to try, and the request id for the log. */
export function Problem({ title, error, onRetry, actions, isPage = false }: ProblemProps) {
  const id = requestIdOf(error)
  return (
    <Empty
      icon={CloudOff}
      isPage={isPage}
      title={title ?? titleOf(error)}
      actions={
        (onRetry || actions) && (
          <>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {actions}
          </>
        )
      }
    >
      {explain(error)}
      {id && (
        <>
          {' '}
          Request <code>{id}</code>.
        </>
      )}
    </Empty>
  )
}
