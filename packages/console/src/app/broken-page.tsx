import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../design/button.tsx'
import { Problem } from '../design/problem.tsx'

/** A page that crashed, or whose code is gone because the server has been upgraded. */
export const BrokenPage = ({ error }: ErrorComponentProps) => (
  <Problem
    error={error instanceof Error ? error : new Error(String(error))}
    actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
  />
)
