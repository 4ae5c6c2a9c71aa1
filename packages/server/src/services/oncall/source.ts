import { oncallKeyword, oncallProviders } from '@svc/model'
import type { OnCallSource } from '../../outbound/oncall.ts'
import { onCallClients } from '../../outbound/oncall/clients.ts'
import { askUpstream } from '../upstreams/ask.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import type { UpstreamTools } from '../upstreams/tools.ts'

/** Asks each provider with the organisation's own credential. */
export const createOnCallSource = (tools: UpstreamTools): OnCallSource => ({
  whoIsOnCall: (provider, watched, partitionId: PartitionId) =>
    askUpstream(tools, {
      upstream: oncallProviders[provider],
      client: onCallClients[provider],
      type: provider,
      keyword: oncallKeyword(provider, watched.id),
      partitionId,
      question: watched,
    }),
})
