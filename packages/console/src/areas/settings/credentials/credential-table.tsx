import type { Mode, Scope } from '@svc/model'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import styles from './credentials.module.css'

export interface Credential {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly mode: Mode
  readonly prefix: string
  readonly lastFour: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

interface CredentialTableProps {
  readonly label: string
  readonly credentials: readonly Credential[]
  onRevoke(credential: Credential): void
}

/** Tokens or keys, without their secrets. */
export const CredentialTable = ({ label, credentials, onRevoke }: CredentialTableProps) => (
  <Table label={label} columns={['Name', 'Scopes', 'Data', 'Last used', 'Expires', '']}>
    {credentials.map((one) => (
      <tr key={one.id}>
        <Td>
          <div className={styles.name}>{one.name}</div>
          <div className={parts.code}>
            {one.prefix}…{one.lastFour}
          </div>
        </Td>
        <Td name="Scopes">
          <span className={styles.scopes}>
            {one.scopes.map((scope) => (
              <Badge key={scope} word={scope} />
            ))}
          </span>
        </Td>
        <Td name="Data">{one.mode}</Td>
        <Td name="Last used">
          <When at={one.lastUsedAt} />
        </Td>
        <Td name="Expires">{isOver(one) ? <Badge word="expired" /> : <When at={one.expiresAt} />}</Td>
        <Td>
          <Button look="danger" aria-label={`Revoke ${one.name}`} onClick={() => onRevoke(one)}>
            Revoke
          </Button>
        </Td>
      </tr>
    ))}
  </Table>
)

const isOver = ({ expiresAt }: Credential): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now()
