import { keyScopes, kinds } from '@svc/model'
import { Credentials } from '../credentials/credentials.tsx'
import { useAction, useCall } from '../../../api/use-call.ts'

export function ApiKeysPage() {
  const found = useCall(kinds.apiKey, 'listApiKeys')
  const create = useAction(kinds.apiKey, 'createApiKey')
  const revoke = useAction(kinds.apiKey, 'deleteApiKey')
  return (
    <Credentials
      kind={kinds.apiKey}
      title="API keys"
      lead="For pipelines and other machines. They act on behalf of the organisation."
      scopes={keyScopes}
      allowed={keyScopes}
      mayCreate
      list={found.data?.apiKeys}
      error={found.error}
      onRetry={() => void found.refetch()}
      whenEmpty="Create one for each pipeline. Keys cannot delete or administer; one that only reports needs just the ingest scope."
      create={async (given) => (await create.mutateAsync({ body: given })).key}
      revoke={(keyId) => revoke.mutateAsync({ params: { keyId } })}
    />
  )
}
