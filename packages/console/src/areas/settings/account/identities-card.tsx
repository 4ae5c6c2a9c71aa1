import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import {
  type Identities,
  type LinkedIdentity,
  readIdentities,
  startLink,
  unlink,
} from '../../../session/identity-calls.ts'
import { When } from '../../../words/when.tsx'
import styles from './account.module.css'
import { linkRefusalShown } from './link-refusals.ts'

const identitiesKey = ['identities'] as const

/** Who the person is at identity providers, each of which signs them in. */
export function IdentitiesCard() {
  const found = useQuery({ queryKey: identitiesKey, queryFn: readIdentities })
  const queries = useQueryClient()
  const [refusal] = useState(linkRefusalShown)
  const [leaving, setLeaving] = useState<LinkedIdentity>()
  const { identities = [], linkable = [] } = found.data ?? {}
  if (found.data && !refusal && identities.length === 0 && linkable.length === 0) return null
  return (
    <Card title="Identity providers" isFlush>
      {refusal && (
        <div className={styles.apart}>
          <Note tone="bad">{refusal}</Note>
        </div>
      )}
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {identities.length > 0 && (
        <Table label="Identity providers" columns={['Provider', 'E-mail there', 'Linked', 'Last used', '']}>
          {identities.map((identity) => {
            const { providerId, providerName, email, linkedAt, usedAt } = identity
            return (
              <tr key={providerId}>
                <Td>
                  <span className={styles.browser}>{providerName}</span>
                </Td>
                <Td name="E-mail there">{email ?? '–'}</Td>
                <Td name="Linked">
                  <When at={linkedAt} />
                </Td>
                <Td name="Last used">
                  <When at={usedAt} />
                </Td>
                <Td>
                  <Button aria-label={`Unlink ${providerName}`} onClick={() => setLeaving(identity)}>
                    Unlink
                  </Button>
                </Td>
              </tr>
            )
          })}
        </Table>
      )}
      {linkable.length > 0 && <Linkable linkable={linkable} />}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={`Unlink ${leaving?.providerName ?? 'the provider'}?`}
        verb="Unlink"
        onClose={() => setLeaving(undefined)}
        onConfirm={async () => {
          await unlink(leaving?.providerId ?? '')
          tell('Unlinked', leaving?.providerName)
          await queries.invalidateQueries({ queryKey: identitiesKey })
        }}
      >
        It no longer signs you in as this member. Sessions that it has opened stay until they end.
      </ConfirmDialog>
    </Card>
  )
}

function Linkable({ linkable }: Pick<Identities, 'linkable'>) {
  const [isBusy, setBusy] = useState(false)
  const leave = (providerId: string) => {
    setBusy(true)
    void startLink(providerId).then(
      ({ location }) => window.location.assign(location),
      (error: Error) => {
        setBusy(false)
        tellTrouble('Not linked', error)
      },
    )
  }
  return (
    <div className={styles.apart}>
      <p className={parts.soft}>
        Link your account at an identity provider to sign in through it too. You sign in there once, and come
        back here.
      </p>
      <div className={styles.linkable}>
        {linkable.map(({ id, name }) => (
          <Button key={id} disabled={isBusy} onClick={() => leave(id)}>
            Link {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
