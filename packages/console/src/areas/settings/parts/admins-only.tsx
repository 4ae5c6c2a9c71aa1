import { roleReaches } from '@svc/model'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../session/session.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'

export const useIsAdmin = (): boolean => roleReaches(useSession().role, 'admin')

/** Tells people who open the page by its address why there is nothing to see. */
export function AdminsOnly({ children }: { readonly children: ReactNode }) {
  const { role, organisation } = useSession()
  if (useIsAdmin()) return children
  return (
    <>
      <PageHead title="Settings" />
      <Empty icon={Lock} title="You don’t have permission to see this page">
        You are a {role} of {organisation.name}. Only admins and owners can open it.
      </Empty>
    </>
  )
}
