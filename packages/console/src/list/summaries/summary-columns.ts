import { type EntityKind, entityKinds, type Field, type Kind, summarisedKinds } from '@svc/model'
import type { Column } from '../columns.ts'

export type SummaryColumn = 'health' | 'onCallNow' | 'score' | 'lastDeployment' | 'cost' | 'criticalIssues'

const columns: Readonly<Record<SummaryColumn, readonly [label: string, about: string]>> = {
  health: ['Health', 'Its worst SLO.'],
  onCallNow: ['On call', 'Who is on call for it now.'],
  score: ['Score', 'Its lowest score; of several projects, the lowest average.'],
  lastDeployment: ['Last deployment', 'What was deployed last, to any environment.'],
  cost: ['Cost, 30 days', 'What it cost in 30 days, and how much more or less than in the 30 days before.'],
  criticalIssues: ['Critical issues', 'How many open issues are blockers or critical.'],
}

/** What the API calls a kind that it sums up. */
export const summarisedAs = (kind: Kind): string | undefined =>
  summarisedKinds.find((one) => (entityKinds[one as EntityKind] ?? one) === kind.name)

/** Columns about what belongs to a record; asked for only where they are shown. */
export const summaryColumnsOf = (kind: Kind): readonly Column[] =>
  summarisedAs(kind) === undefined
    ? []
    : Object.entries(columns).map(([key, [label, about]]) => ({
        key,
        label,
        isSummed: true,
        field: { type: 'json', schema: {}, traits: { about } } satisfies Field,
      }))
