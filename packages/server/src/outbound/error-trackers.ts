export type TrackerProvider = 'sentry' | 'rollbar' | 'bugsnag'

export interface TrackedIssue {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly count24h: number | null
  readonly lastSeenAt: string | null
  readonly url: string | null
}

/** What is wrong in a project; a figure that the provider does not tell is null. */
export interface Findings {
  readonly totalOpen: number | null
  readonly totalEvents24h: number | null
  /** The most frequent ones first. */
  readonly issues: readonly TrackedIssue[]
}

/** Which project is asked about, and the vault item to ask with. */
export interface TrackedProject {
  readonly provider: TrackerProvider
  readonly projectRef: string | null
  readonly vaultKeyword: string | null
}

/** What this product needs from an error tracker: what is open in a project now. */
export interface ErrorTrackerSource {
  openIssues(project: TrackedProject, partitionId: string): Promise<Findings>
}
