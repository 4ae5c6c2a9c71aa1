import { kinds, tokenScopes } from '@svc/model'
import { useSession } from '../../../session/session.tsx'
import { Credentials } from '../credentials/credentials.tsx'
import { useAction, useCall } from '../../../api/use-call.ts'

export function TokensPage() {
  const { scopes } = useSession()
  const found = useCall(kinds.token, 'listTokens')
  const create = useAction(kinds.token, 'createToken')
  const revoke = useAction(kinds.token, 'deleteToken')
  return (
    <Credentials
      kind={kinds.token}
      title="Access tokens"
      lead="For the API, the Terraform provider and the svc command. They act on your behalf."
      scopes={tokenScopes}
      allowed={scopes}
      mayCreate
      list={found.data?.tokens}
      error={found.error}
      onRetry={() => void found.refetch()}
      whenEmpty="Create one for each machine that acts on your behalf, so that each can be revoked separately."
      create={async (given) => (await create.mutateAsync({ body: given })).token}
      revoke={(tokenId) => revoke.mutateAsync({ params: { tokenId } })}
    />
  )
}
