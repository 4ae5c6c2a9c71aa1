import { roleReaches } from '@svc/model'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../session/session.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'

export const useIsAdmin = (): boolean => roleReaches(useSession().role, 'admin')

/** Whoever comes here by its address is told why there is nothing to see. */
export function AdminsOnly({ children }: { readonly children: ReactNode }) {
  const { role, organisation } = useSession()
  if (useIsAdmin()) return children
  return (
    <>
      <PageHead title="Settings" />
      <Empty icon={Lock} title="This page is for administrators">
        You are a {role} of {organisation.name}. An admin or owner can look after this, or give you the role
        that it needs.
      </Empty>
    </>
  )
}
