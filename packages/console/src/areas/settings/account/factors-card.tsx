import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPasskey } from '../../../session/factors/add-passkey.tsx'
import { AddTotp } from '../../../session/factors/add-totp.tsx'
import {
  type Passkey,
  readPasskeys,
  readTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '../../../session/factors/factor-calls.ts'
import { RecoveryCodes } from '../../../session/factors/recovery-codes.tsx'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { Dialog } from '../../../design/dialog.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { tell } from '../../../design/toast.tsx'
import parts from '../../../design/parts.module.css'
import { When } from '../../../words/when.tsx'
import styles from './account.module.css'

const totpKey = ['totp'] as const
const passkeysKey = ['passkeys'] as const

/** What the person signs in with besides the password, or instead of it. */
export function FactorsCard() {
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const changed = () =>
    Promise.all(
      [totpKey, passkeysKey, ['sessions']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  return (
    <>
      <AppCard onChanged={changed} onCodes={setCodes} />
      <PasskeysCard onChanged={changed} onCodes={setCodes} />
      <Dialog
        isOpen={codes !== undefined}
        title="Your recovery codes"
        onClose={() => setCodes(undefined)}
        foot={
          <Button look="primary" onClick={() => setCodes(undefined)}>
            Done
          </Button>
        }
      >
        <RecoveryCodes codes={codes ?? []} />
      </Dialog>
    </>
  )
}

interface FactorProps {
  onChanged(): Promise<unknown>
  onCodes(codes: readonly string[]): void
}

function AppCard({ onChanged, onCodes }: FactorProps) {
  const found = useQuery({ queryKey: totpKey, queryFn: readTotp })
  const [isAdding, setAdding] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isRenewing, setRenewing] = useState(false)
  const { confirmedAt = null, recoveryCodesLeft = 0 } = found.data ?? {}
  return (
    <Card title="Authenticator app">
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && (
        <div className={parts.stack}>
          <p>
            {confirmedAt === null ? (
              'An app on your phone shows a new code every 30 seconds. svc asks for it after your password.'
            ) : (
              <>
                <Badge word="active" /> added <When at={confirmedAt} />
              </>
            )}
          </p>
          {recoveryCodesLeft > 0 && (
            <p className={parts.faint}>
              {recoveryCodesLeft === 1
                ? 'One recovery code is left.'
                : `${recoveryCodesLeft} recovery codes are left.`}
            </p>
          )}
          <div className={parts.row}>
            {confirmedAt === null ? (
              <Button look="primary" onClick={() => setAdding(true)}>
                Add an authenticator app
              </Button>
            ) : (
              <Button look="danger" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
            {recoveryCodesLeft > 0 && <Button onClick={() => setRenewing(true)}>New recovery codes</Button>}
          </div>
        </div>
      )}
      <Dialog isOpen={isAdding} title="Add an authenticator app" onClose={() => setAdding(false)}>
        <AddTotp
          onAdded={(recoveryCodes) => {
            setAdding(false)
            onCodes(recoveryCodes)
            void onChanged()
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={isRemoving}
        title="Remove the authenticator app?"
        verb="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await removeTotp()
          tell('Removed')
          await onChanged()
        }}
      >
        svc no longer asks for its codes when you sign in.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isRenewing}
        title="Replace the recovery codes?"
        verb="Replace"
        onClose={() => setRenewing(false)}
        onConfirm={async () => {
          const { recoveryCodes } = await renewRecoveryCodes()
          onCodes(recoveryCodes)
          await onChanged()
        }}
      >
        Those that you have now stop working at once.
      </ConfirmDialog>
    </Card>
  )
}

function PasskeysCard({ onChanged, onCodes }: FactorProps) {
  const found = useQuery({ queryKey: passkeysKey, queryFn: readPasskeys })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const passkeys = found.data?.passkeys ?? []
  return (
    <Card
      title="Passkeys"
      isFlush={passkeys.length > 0}
      actions={<Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && passkeys.length === 0 && (
        <p>Sign in with your fingerprint, your face or a security key, without a password.</p>
      )}
      {passkeys.length > 0 && (
        <Table label="Passkeys" columns={['Name', 'Added', 'Last used', '']}>
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <Td>
                <span className={styles.browser}>{passkey.name}</span>
              </Td>
              <Td name="Added">
                <When at={passkey.createdAt} />
              </Td>
              <Td name="Last used">{passkey.usedAt ? <When at={passkey.usedAt} /> : 'never'}</Td>
              <Td>
                <Button aria-label={`Remove the passkey ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                  Remove
                </Button>
              </Td>
            </tr>
          ))}
        </Table>
      )}
      <Dialog isOpen={isAdding} title="Add a passkey" onClose={() => setAdding(false)}>
        <AddPasskey
          onAdded={(recoveryCodes) => {
            setAdding(false)
            tell('Passkey added')
            if (recoveryCodes) onCodes(recoveryCodes)
            void onChanged()
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={`Remove ${removed?.name ?? 'the passkey'}?`}
        verb="Remove"
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await removePasskey(removed?.id ?? '')
          tell('Removed')
          await onChanged()
        }}
      >
        It no longer signs you in. Delete it on the device too.
      </ConfirmDialog>
    </Card>
  )
}
