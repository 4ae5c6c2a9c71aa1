import type { Upstream, VaultUseType } from '@svc/model'
import type { UpstreamClient } from '../../outbound/upstream-client.ts'
import { type Credential, revealCredential } from './credential.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import type { UpstreamTools } from './tools.ts'

interface Asking<Question, Answer> {
  readonly upstream: Upstream
  readonly client: UpstreamClient<Credential, Question, Answer>
  /** Its name in the API. */
  readonly type: VaultUseType
  readonly keyword: string
  readonly partitionId: PartitionId
  readonly question: Question
}

/** Asks a product with the credential that a partition's vault holds under a keyword. */
export async function askUpstream<Question, Answer>(
  { vault, urls, ...tools }: UpstreamTools,
  { upstream, client, type, keyword, partitionId, question }: Asking<Question, Answer>,
): Promise<Answer> {
  const usual: Partial<Readonly<Record<string, string | null>>> = urls
  const { credential, baseUrl } = await revealCredential(vault, partitionId, {
    upstream,
    type,
    keyword,
    addressOf: (given) =>
      client.addressOf ? client.addressOf(given, urls) : (given.baseUrl ?? usual[type] ?? null),
  })
  return client.ask({ ...tools, baseUrl }, credential, question)
}
