import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { Button, buttonClass } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Problem } from '../design/problem.tsx'

export const NoSuchPage = () => (
  <Empty
    icon={MapPinOff}
    title="There is no such page"
    actions={
      <Link to="/" className={buttonClass('primary')}>
        Go home
      </Link>
    }
  >
    The address may be mistyped, or from another version of svc. Search finds everything that is here.
  </Empty>
)

/** A page that broke, or whose code is not there any more because the server has a newer version. */
export const BrokenPage = ({ error }: ErrorComponentProps) => (
  <Problem
    error={error instanceof Error ? error : new Error(String(error))}
    actions={<Button onClick={() => window.location.reload()}>Load the page anew</Button>}
  />
)
