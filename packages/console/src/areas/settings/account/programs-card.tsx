import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { endGrant, readGrants } from '../../../session/program-calls.ts'
import { When } from '../../../words/when.tsx'

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
      {found.data && (
        <Table label="Programs" columns={['Program', 'May', 'Last used', 'Signed in', 'Ends', '']}>
          {found.data.grants.map(({ id, client, address, mode, scopes, usedAt, createdAt, expiresAt }) => (
            <tr key={id}>
              <Td>
                {client.name}
                {address && <div className={parts.faint}>{address}</div>}
              </Td>
              <Td name="May">
                {scopes.join(', ')} on {mode} data
              </Td>
              <Td name="Last used">
                <When at={usedAt} />
              </Td>
              <Td name="Signed in">
                <When at={createdAt} />
              </Td>
              <Td name="Ends">
                <When at={expiresAt} />
              </Td>
              <Td>
                <Button aria-label={`Sign out ${client.name}`} onClick={() => void end(id)}>
                  Sign out
                </Button>
              </Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
