import type { CredentialOf, ErrorTrackerProvider, errorTrackerProviders } from '@svc/model'
import type { UpstreamClient } from './upstream-client.ts'

export interface TrackedIssue {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly count24h: number | null
  readonly lastSeenAt: string | null
  readonly url: string | null
}

/** The open errors of a project; a figure that the provider does not report is null. */
export interface Findings {
  readonly totalOpen: number | null
  readonly totalEvents24h: number | null
  /** The most frequent ones first. */
  readonly issues: readonly TrackedIssue[]
}

/** Which project is asked about, and the vault item to ask with. */
export interface TrackedProject {
  readonly provider: ErrorTrackerProvider
  readonly projectRef: string | null
  readonly vaultKeyword: string | null
}

/** How one tracker is asked for the open errors of the project that a reference names. */
export type ErrorTrackerClient<P extends ErrorTrackerProvider> = UpstreamClient<
  CredentialOf<(typeof errorTrackerProviders)[P]>,
  string | null,
  Findings
>

/** What this product needs from error trackers: the errors that are open in a project now. */
export interface ErrorTrackerSource {
  openIssues(project: TrackedProject, partitionId: string): Promise<Findings>
}
