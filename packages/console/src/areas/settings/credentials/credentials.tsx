import { type Kind, type Scope, severalOfKind } from '@svc/model'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell } from '../../../design/toast.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { CreateDialog, type NewCredential } from './create-dialog.tsx'
import { type Credential, CredentialTable } from './credential-table.tsx'

interface CredentialsProps<S extends Scope> {
  readonly kind: Kind
  readonly title: string
  readonly lead: string
  readonly scopes: readonly S[]
  readonly allowed: readonly Scope[]
  readonly mayCreate: boolean
  readonly list: readonly Credential[] | undefined
  readonly error: Error | null
  readonly whenEmpty: ReactNode
  onRetry(): void
  /** Returns the secret, to be shown once. */
  create(given: NewCredential<S>): Promise<string | null>
  revoke(id: string): Promise<unknown>
}

/** The page of one's own tokens and that of the organisation's keys, which differ only in whose they are. */
export function Credentials<S extends Scope>(props: CredentialsProps<S>) {
  const { kind, title, lead, scopes, allowed, mayCreate, list, error, whenEmpty, onRetry } = props
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [toRevoke, setToRevoke] = useState<Credential>()
  const add = mayCreate && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New {kind.noun.replace('personal access ', '')}
    </Button>
  )
  const body = () => {
    if (error) return <Problem error={error} onRetry={onRetry} />
    if (!list) return <Skeleton rows={4} />
    if (list.length > 0) return <CredentialTable label={title} credentials={list} onRevoke={setToRevoke} />
    return (
      <Empty icon={KeyRound} title={`No ${severalOfKind(kind)} yet`} actions={add}>
        {whenEmpty}
      </Empty>
    )
  }
  return (
    <>
      <PageHead title={title} lead={lead} actions={add} />
      <Card isFlush>{body()}</Card>
      {isCreating && (
        <CreateDialog
          kind={kind}
          scopes={scopes}
          allowed={allowed}
          onClose={() => setCreating(false)}
          onCreate={async (given) => {
            setSecret((await props.create(given)) ?? undefined)
            setCreating(false)
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        title={`Your new ${kind.noun}`}
        noun={kind.noun}
        onClose={() => setSecret(undefined)}
      />
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title={`Revoke ${toRevoke?.name ?? ''}?`}
        verb="Revoke"
        onClose={() => setToRevoke(undefined)}
        onConfirm={async () => {
          await props.revoke(toRevoke?.id ?? '')
          tell('Revoked', toRevoke?.name)
        }}
      >
        Anything that uses it will be refused from now on. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
