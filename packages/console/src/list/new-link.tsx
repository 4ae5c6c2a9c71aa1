import type { Kind } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { useMay } from '../api/use-may.ts'

export function NewLink({ kind }: { readonly kind: Kind }) {
  const may = useMay(kind, 'create')
  const to: string = `${kind.path}/new`
  if (!may) return null
  return (
    <Link to={to} className={buttonClass('primary')}>
      <Plus aria-hidden />
      New {kind.noun}
    </Link>
  )
}
