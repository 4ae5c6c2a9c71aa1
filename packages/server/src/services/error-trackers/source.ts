import { UpstreamError } from '../../outbound/errors.ts'
import type { ErrorTrackerSource, Findings, TrackerProvider } from '../../outbound/error-trackers.ts'
import { askBugsnag } from '../../outbound/error-trackers/bugsnag.ts'
import { askRollbar } from '../../outbound/error-trackers/rollbar.ts'
import { askSentry } from '../../outbound/error-trackers/sentry.ts'
import type { UpstreamPlace } from '../../outbound/upstream-api.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { revealCredential } from '../upstreams/credential.ts'
import type { UpstreamTools } from '../upstreams/tools.ts'

const providers: Readonly<
  Record<
    TrackerProvider,
    {
      readonly who: string
      ask(place: UpstreamPlace & { readonly token: string }, projectRef: string | null): Promise<Findings>
    }
  >
> = {
  sentry: { who: 'Sentry', ask: (place, ref) => askSentry(place, ref ?? '') },
  rollbar: { who: 'Rollbar', ask: askRollbar },
  bugsnag: { who: 'Bugsnag', ask: (place, ref) => askBugsnag(place, ref ?? '') },
}

/** Asks each tracker with the credential that the organisation has named for it. */
export const createErrorTrackerSource = ({ vault, urls, ...tools }: UpstreamTools): ErrorTrackerSource => ({
  async openIssues({ provider, projectRef, vaultKeyword }, partitionId: PartitionId) {
    const { who, ask } = providers[provider]
    if (vaultKeyword === null)
      throw new UpstreamError(
        'credential',
        `There is no ${who} credential to ask with: name one as vaultKeyword.`,
      )
    const { token, baseUrl } = await revealCredential(vault, partitionId, {
      who,
      type: provider,
      keyword: vaultKeyword,
      fields: ['token', 'baseUrl'],
      usualUrl: () => urls[provider],
    })
    return ask({ ...tools, baseUrl, token }, projectRef)
  },
})
