import { capital, type Kind, severalOfKind, type Verb } from '@svc/model'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../session/session.tsx'
import { Empty } from '../design/empty.tsx'
import { PageHead } from '../design/page-head.tsx'
import { useMay } from '../api/use-may.ts'

interface WritersOnlyProps {
  readonly kind: Kind
  readonly verb: Verb
  readonly children: ReactNode
}

/** Tells people who may not save a form so before they fill it in. */
export function WritersOnly({ kind, verb, children }: WritersOnlyProps) {
  const { role, organisation } = useSession()
  if (useMay(kind, verb)) return children
  return (
    <>
      <PageHead title={capital(severalOfKind(kind))} />
      <Empty icon={Lock} title="You can view these, but not change them">
        You are a {role} of {organisation.name}. An admin or owner can give you a role that can.
      </Empty>
    </>
  )
}
