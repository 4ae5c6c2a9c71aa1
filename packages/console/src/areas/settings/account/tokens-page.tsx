import { kinds, tokenScopes } from '@svc/model'
import { useSession } from '../../../session/session.tsx'
import { Credentials } from '../credentials/credentials.tsx'
import { useAct, useCall } from '../../../api/use-call.ts'

export function TokensPage() {
  const { scopes } = useSession()
  const found = useCall(kinds.token, 'listTokens')
  const create = useAct(kinds.token, 'createToken')
  const revoke = useAct(kinds.token, 'deleteToken')
  return (
    <Credentials
      kind={kinds.token}
      title="Access tokens"
      lead="For the API, the Terraform provider and the svc command, in your name."
      scopes={tokenScopes}
      allowed={scopes}
      mayCreate
      list={found.data?.tokens}
      error={found.error}
      onRetry={() => void found.refetch()}
      whenEmpty="Make one for each machine that acts for you, so that each can be revoked by itself."
      create={async (given) => (await create.mutateAsync({ body: given })).token}
      revoke={(tokenId) => revoke.mutateAsync({ params: { tokenId } })}
    />
  )
}
