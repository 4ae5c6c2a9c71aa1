import { kinds, type Responsibilities } from '@svc/model'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { useCall } from '../../../api/use-call.ts'
import { responsibilityWords } from './responsibility-words.ts'

export const useResponsibilities = (uid: string) =>
  useCall(kinds.user, 'getResponsibilities', { params: { uid } })

/** What somebody is responsible for, in words. */
export function MemberResponsibilities({ uid, name }: { readonly uid: string; readonly name: string }) {
  const found = useResponsibilities(uid)
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  return <InWords of={found.data} name={name} />
}

function InWords({ of, name }: { readonly of: Responsibilities; readonly name: string }) {
  const words = responsibilityWords(of)
  if (words.length === 0) return <p>{name} is not responsible for anything in live mode.</p>
  return (
    <>
      <p>In live mode, {name}</p>
      <ul>
        {words.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
      </ul>
    </>
  )
}
