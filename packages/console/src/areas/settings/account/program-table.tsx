import type { ProgramGrant } from '../../../session/program-calls.ts'
import { Button } from '../../../design/button.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'

interface ProgramTableProps {
  readonly grants: readonly ProgramGrant[]
  onEnd(id: string): void
}

/** The programs that act for somebody, and from where they asked. */
export const ProgramTable = ({ grants, onEnd }: ProgramTableProps) => (
  <Table label="Programs" columns={['Program', 'Access', 'Last used', 'Signed in', 'Ends', '']}>
    {grants.map(({ id, client, address, mode, scopes, usedAt, createdAt, expiresAt }) => (
      <tr key={id}>
        <Td>
          {client.name}
          {address && <div className={parts.faint}>{address}</div>}
        </Td>
        <Td name="Access">
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
          <Button aria-label={`Sign out ${client.name}`} onClick={() => onEnd(id)}>
            Sign out
          </Button>
        </Td>
      </tr>
    ))}
  </Table>
)
