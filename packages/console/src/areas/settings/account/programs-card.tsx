import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Card } from '../../../design/card.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { endGrant, readGrants } from '../../../session/program-calls.ts'
import { ProgramTable } from './program-table.tsx'

/** Programs that the person has let act for them. */
export function ProgramsCard() {
  const found = useQuery({ queryKey: ['programs'], queryFn: readGrants })
  const queries = useQueryClient()
  const end = async (id: string) => {
    await endGrant(id).then(
      () => tell('Program signed out'),
      (error: Error) => tellTrouble('Not signed out', error),
    )
    await queries.invalidateQueries({ queryKey: ['programs'] })
  }
  if (found.data?.grants.length === 0) return null
  return (
    <Card title="Programs" isFlush>
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={1} />}
      {found.data && <ProgramTable grants={found.data.grants} onEnd={(id) => void end(id)} />}
    </Card>
  )
}
