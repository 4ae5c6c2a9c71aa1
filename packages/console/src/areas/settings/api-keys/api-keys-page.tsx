import { keyScopes, kinds } from '@svc/model'
import { Credentials } from '../credentials/credentials.tsx'
import { useAct, useCall } from '../../../api/use-call.ts'

export function ApiKeysPage() {
  const found = useCall(kinds.apiKey, 'listApiKeys')
  const create = useAct(kinds.apiKey, 'createApiKey')
  const revoke = useAct(kinds.apiKey, 'deleteApiKey')
  return (
    <Credentials
      kind={kinds.apiKey}
      title="API keys"
      lead="For pipelines and other machines, in the name of the organisation."
      scopes={keyScopes}
      allowed={keyScopes}
      mayCreate
      list={found.data?.apiKeys}
      error={found.error}
      onRetry={() => void found.refetch()}
      whenEmpty="Make one for each pipeline. A key never deletes or administers; one that only reports needs no more than ingest."
      create={async (given) => (await create.mutateAsync({ body: given })).key}
      revoke={(keyId) => revoke.mutateAsync({ params: { keyId } })}
    />
  )
}
