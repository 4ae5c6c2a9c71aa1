import { Card } from '../../../design/card.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import { isRefused, outcomeOf, type ScimCall, wishOf } from './calls.ts'
import styles from './scim.module.css'

/** What directories asked for lately and what svc answered; nothing if there are no such calls. */
export function CallsCard({ title, calls }: { readonly title: string; readonly calls: readonly ScimCall[] }) {
  if (calls.length === 0) return null
  const isOneToken = new Set(calls.map(({ tokenId }) => tokenId)).size === 1
  return (
    <Card title={title} isFlush>
      <Table label={title} columns={['When', 'Call', 'Answer', ...(isOneToken ? [] : ['Token'])]}>
        {calls.map((call) => (
          <tr key={call.id}>
            <Td>
              <When at={call.at} />
            </Td>
            <Td name="Call">
              <span className={styles.wish}>
                {wishOf(call)}
                <span className={parts.code}>
                  {call.method} {call.path}
                </span>
              </span>
            </Td>
            <Td name="Answer">
              {isRefused(call) ? (
                <span className={styles.refused}>{outcomeOf(call.status)}</span>
              ) : (
                outcomeOf(call.status)
              )}{' '}
              <span className={parts.faint}>{call.status}</span>
              {isRefused(call) && (
                <div>{call.detail ?? 'No reason was recorded. See the log of the server.'}</div>
              )}
            </Td>
            {!isOneToken && <Td name="Token">{call.tokenName}</Td>}
          </tr>
        ))}
      </Table>
    </Card>
  )
}
