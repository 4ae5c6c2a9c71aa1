import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { clientFor } from '../../../session/client.ts'
import { Card } from '../../../design/card.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'

const shown = 10
const home = clientFor('live')

/** Why people were not let in lately: outside nobody is told, and a code alone helps no admin. */
export function RefusedAttempts({ id }: { readonly id: string }) {
  const query = { subjectKind: kinds.identityProvider.name, subjectId: id, type: 'sign_in.refused' }
  const found = useQuery({
    queryKey: ['live', 'audit-log', query],
    queryFn: ({ signal }) => home.call('listAuditLog', { query: { ...query, limit: shown }, signal }),
  })
  const events = found.data?.auditLog
  return (
    <Card
      title="Refused lately"
      isFlush={events !== undefined && events.length > 0}
      actions={
        events && events.length > 0 ? (
          <Link to="/settings/audit-log" search={query}>
            All of them
          </Link>
        ) : undefined
      }
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {events?.length === 0 && <p className={parts.soft}>Nobody was refused.</p>}
      {events && events.length > 0 && (
        <Table label="Refused lately" columns={['When', 'Why']}>
          {events.map((event) => (
            <tr key={event.id}>
              <Td>
                <When at={event.at} />
              </Td>
              <Td name="Why">{reasonIn(event.after)}</Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

const reasonIn = (after: unknown): string =>
  String((after as { readonly reason?: unknown } | null)?.reason ?? 'No reason is known.')
