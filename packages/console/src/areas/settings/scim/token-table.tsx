import { Button } from '../../../design/button.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { ProviderLink } from '../parts/provider-link.tsx'
import { When } from '../../../words/when.tsx'
import type { ScimToken } from './scim-token.ts'
import styles from './scim.module.css'

interface TokenTableProps {
  readonly tokens: readonly ScimToken[]
  onRevoke(token: ScimToken): void
}

/** The tokens of directories, without their secrets. */
export const TokenTable = ({ tokens, onRevoke }: TokenTableProps) => (
  <Table label="SCIM tokens" columns={['Name', 'Identity provider', 'Last used', 'Created', '']}>
    {tokens.map((one) => (
      <tr key={one.id}>
        <Td>
          <div className={styles.name}>{one.name}</div>
          <div className={parts.code}>
            {one.prefix}…{one.lastFour}
          </div>
        </Td>
        <Td name="Identity provider">
          {one.identityProviderId ? (
            <ProviderLink id={one.identityProviderId} />
          ) : (
            <span className={parts.faint}>none</span>
          )}
        </Td>
        <Td name="Last used">
          <When at={one.lastUsedAt} otherwise="never used" />
        </Td>
        <Td name="Created">
          <When at={one.createdAt} />
        </Td>
        <Td>
          <Button look="danger" aria-label={`Revoke ${one.name}`} onClick={() => onRevoke(one)}>
            Revoke
          </Button>
        </Td>
      </tr>
    ))}
  </Table>
)
