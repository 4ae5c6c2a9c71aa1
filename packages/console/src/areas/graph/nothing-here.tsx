import { kinds, scopeFor } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useSession } from '../../session/session.tsx'
import { Button, buttonClass } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import type { SetSearch } from './graph-search.ts'

interface NothingHereProps {
  readonly isFiltered: boolean
  readonly hasRoot: boolean
  readonly setSearch: SetSearch
}

export function NothingHere({ isFiltered, hasRoot, setSearch }: NothingHereProps) {
  const { scopes } = useSession()
  const newPage: string = `${kinds.dependency.path}/new`
  if (isFiltered) {
    return (
      <Empty
        icon={Network}
        title="No dependencies found"
        actions={<Button onClick={() => setSearch({ types: undefined })}>Show all types</Button>}
      >
        There are no dependencies of the chosen types here.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Network}
      title="No dependencies found"
      actions={
        scopes.includes(scopeFor(kinds.dependency, 'create')) && (
          <Link className={buttonClass('primary')} to={newPage}>
            Add a dependency
          </Link>
        )
      }
    >
      {hasRoot
        ? 'It has no known dependencies, and nothing is known to depend on it.'
        : 'Dependencies that you add here, with Terraform or through the API are drawn on this page.'}
    </Empty>
  )
}
