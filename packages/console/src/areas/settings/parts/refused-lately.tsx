import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clientFor } from '../../../session/client.ts'
import { Card } from '../../../design/card.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { RefLink } from '../../../values/ref-link.tsx'
import { When } from '../../../words/when.tsx'

interface RefusedLatelyProps {
  /** Which entries of the audit log. */
  readonly query: { readonly type: string; readonly subjectKind: string; readonly subjectId?: string }
  /** What the entries are about, where that differs. */
  readonly subject?: string
  /** Said if there are none. */
  readonly none: string
}

const shown = 10
const home = clientFor('live')

/** Why something was refused lately: outside nobody is told, and a code alone helps no admin. */
export function RefusedLately({ query, subject, none }: RefusedLatelyProps) {
  const found = useQuery({
    queryKey: ['live', 'audit-log', 'lately', query],
    queryFn: ({ signal }) => home.call('listAuditLog', { query: { ...query, limit: shown }, signal }),
  })
  const events = found.data?.auditLog ?? []
  const isAny = events.length > 0
  return (
    <Card
      title="Recently refused"
      isFlush={isAny}
      actions={
        isAny ? (
          <Link to="/settings/audit-log" search={query}>
            Show all in the audit log
          </Link>
        ) : undefined
      }
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && !isAny && <p className={parts.soft}>{none}</p>}
      {isAny && (
        <Table label="Recently refused" columns={['When', ...(subject ? [subject] : []), 'Why']}>
          {events.map((event) => (
            <tr key={event.id}>
              <Td>
                <When at={event.at} />
              </Td>
              {subject && (
                <Td name={subject}>
                  <RefLink id={event.subject.id} />
                </Td>
              )}
              <Td name="Why">{reasonIn(event.after)}</Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

function reasonIn(after: unknown): string {
  const { reason, note } = (after ?? {}) as { readonly reason?: unknown; readonly note?: unknown }
  const why = String(reason ?? 'No reason was recorded.')
  return note ? `${why} ${String(note)}` : why
}
