import type { OpenSession } from '../../../session/session-calls.ts'
import { useName } from '../../../api/names.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import styles from './account.module.css'
import { browserOf } from './browser-of.ts'
import { methodInWords } from './method-words.ts'

interface SessionTableProps {
  readonly sessions: readonly OpenSession[]
  onEnd(id: string): void
}

/** Where somebody is signed in, how and since when. The session that one looks from can only be signed out of. */
export const SessionTable = ({ sessions, onEnd }: SessionTableProps) => (
  <Table label="Sessions" columns={['Where', 'How', 'Last used', 'Signed in', 'Ends', '']}>
    {sessions.map(({ id, agent, address, usedAt, createdAt, expiresAt, isCurrent, ...how }) => (
      <tr key={id}>
        <Td>
          <span className={parts.row}>
            <span className={styles.browser} title={agent ?? undefined}>
              {browserOf(agent)}
            </span>
            {isCurrent && <Badge word="this session" />}
          </span>
          {address && <div className={parts.faint}>{address}</div>}
        </Td>
        <Td name="How">
          <span className={styles.whole}>{methodInWords(how)}</span>
          {how.providerId !== null && <ProviderName id={how.providerId} />}
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
          {!isCurrent && (
            <Button aria-label={`End the session in ${browserOf(agent)}`} onClick={() => onEnd(id)}>
              End
            </Button>
          )}
        </Td>
      </tr>
    ))}
  </Table>
)

/** Nothing where the provider has been deleted since. */
function ProviderName({ id }: { readonly id: string }) {
  const { data } = useName(id)
  return data && <div className={parts.faint}>{data.name}</div>
}
