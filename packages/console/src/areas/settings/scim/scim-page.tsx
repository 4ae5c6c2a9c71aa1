import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { FolderSync, Plus } from 'lucide-react'
import { useState } from 'react'
import { keyOf } from '../../../api/records.ts'
import { useAction, useCall } from '../../../api/use-call.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell } from '../../../design/toast.tsx'
import parts from '../../../design/parts.module.css'
import { clientFor } from '../../../session/client.ts'
import { AddressCard } from './address-card.tsx'
import { CallsCard } from './calls-card.tsx'
import { isRefused } from './calls.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { InStep } from './in-step.tsx'
import type { ScimToken } from './scim-token.ts'
import { TokenTable } from './token-table.tsx'

const home = clientFor('live')
const pollMs = 15_000

/** What directories did last; events tell nothing of it, so it is read again while somebody looks. */
const useScimStatus = () =>
  useQuery({
    queryKey: [...keyOf('live', kinds.scimToken), 'status'],
    queryFn: ({ signal }) => home.call('getScimStatus', { signal }),
    refetchInterval: pollMs,
  })

/** Whether the directory is in step with svc, what went wrong, and how to connect one. */
export function ScimPage() {
  const tokens = useCall(kinds.scimToken, 'listScimTokens')
  const status = useScimStatus()
  const create = useAction(kinds.scimToken, 'createScimToken')
  const revoke = useAction(kinds.scimToken, 'deleteScimToken')
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [toRevoke, setToRevoke] = useState<ScimToken>()
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New SCIM token
    </Button>
  )
  const list = tokens.data?.scimTokens
  const calls = status.data?.calls ?? []
  return (
    <>
      <PageHead
        title="Directory (SCIM)"
        lead="Let your directory add people, keep their details up to date, and deactivate them when they leave."
        actions={add}
      />
      {status.isError && <Problem error={status.error} onRetry={() => void status.refetch()} />}
      {status.isPending && <Skeleton rows={2} />}
      {/* Without a token nothing can be in step any more, whatever came before. */}
      {status.data && list && list.length > 0 && <InStep status={status.data} />}
      <CallsCard title="Refused calls" calls={calls.filter(isRefused)} />
      <Card title="Tokens" isFlush>
        {tokens.isError && <Problem error={tokens.error} onRetry={() => void tokens.refetch()} />}
        {tokens.isPending && <Skeleton rows={2} />}
        {list?.length === 0 && (
          <Empty icon={FolderSync} title="No directory is connected" actions={add}>
            Create a SCIM token, and enter it with the address below in Microsoft Entra ID, Okta, JumpCloud,
            OneLogin or any other directory that supports SCIM 2.0.
          </Empty>
        )}
        {list && list.length > 0 && <TokenTable tokens={list} onRevoke={setToRevoke} />}
      </Card>
      {status.data && <AddressCard url={status.data.url} />}
      <CallsCard title="Recent calls" calls={calls.filter((call) => !isRefused(call))} />
      {isCreating && (
        <CreateTokenDialog
          onClose={() => setCreating(false)}
          onCreate={async (body) => {
            setSecret((await create.mutateAsync({ body })).token ?? undefined)
            setCreating(false)
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        title="Your new SCIM token"
        noun="SCIM token"
        onClose={() => setSecret(undefined)}
      >
        <p className={parts.soft}>
          Enter it in the directory as the bearer token. It is valid at /scim/v2 and nowhere else.
        </p>
      </SecretDialog>
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title={`Revoke ${toRevoke?.name ?? ''}?`}
        verb="Revoke"
        onClose={() => setToRevoke(undefined)}
        onConfirm={async () => {
          await revoke.mutateAsync({ params: { scimTokenId: toRevoke?.id ?? '' } })
          tell('Revoked', toRevoke?.name)
        }}
      >
        The directory that uses it will be refused. The people and groups that it created stay as they are,
        and nobody is deactivated automatically any more when they leave.
      </ConfirmDialog>
    </>
  )
}
