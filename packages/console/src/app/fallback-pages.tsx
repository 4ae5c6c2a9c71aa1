import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { Button, buttonClass } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Problem } from '../design/problem.tsx'

export const NoSuchPage = () => (
  <Empty
    icon={MapPinOff}
    title="Page not found"
    actions={
      <Link to="/" className={buttonClass('primary')}>
        Go home
      </Link>
    }
  >
    The address may be mistyped, or from another version of svc. Search finds everything in the catalog.
  </Empty>
)

/** A page that crashed, or whose code is gone because the server has been upgraded. */
export const BrokenPage = ({ error }: ErrorComponentProps) => (
  <Problem
    error={error instanceof Error ? error : new Error(String(error))}
    actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
  />
)
