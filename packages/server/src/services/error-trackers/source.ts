import { errorTrackerProviders } from '@svc/model'
import type { ErrorTrackerSource } from '../../outbound/error-trackers.ts'
import { errorTrackerClients } from '../../outbound/error-trackers/clients.ts'
import { UpstreamError } from '../../outbound/errors.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { askUpstream } from '../upstreams/ask.ts'
import type { UpstreamTools } from '../upstreams/tools.ts'

/** Asks each tracker with the credential that the organisation has configured for it. */
export const createErrorTrackerSource = (tools: UpstreamTools): ErrorTrackerSource => ({
  async openIssues({ provider, projectRef, vaultKeyword: keyword }, partitionId: PartitionId) {
    const upstream = errorTrackerProviders[provider]
    if (keyword === null)
      throw new UpstreamError(
        'credential',
        `There is no ${upstream.name} credential: set vaultKeyword to the keyword of one.`,
      )
    const client = errorTrackerClients[provider]
    return askUpstream(tools, {
      upstream,
      client,
      type: provider,
      keyword,
      partitionId,
      question: projectRef,
    })
  },
})
