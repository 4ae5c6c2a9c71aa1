/** Kinds of which the large catalog has no records, and its log no events. */
export const quietKinds = ['webhook', 'slo', 'runbook', 'scorecard', 'template'] as const
