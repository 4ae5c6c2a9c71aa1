import { type EntitySummary, inWords } from '@svc/model'
import { asChange, changeOf, inDollars } from '../../words/money.ts'
import { shortTime } from '../../words/times.ts'
import type { SummaryColumn } from './summary-columns.ts'

/** What a column says in words; `isKnown` is false where there is nothing to judge by. */
export interface Said {
  readonly text: string
  readonly isKnown: boolean
}

const known = (text: string): Said => ({ text, isKnown: true })
const unknown = (text: string): Said => ({ text, isKnown: false })

/** Figures of more projects than were added up are minimums. */
const atLeast = ({ projects }: EntitySummary, text: string): string =>
  projects.isExact ? text : `at least ${text}`

export const summaryWords: Readonly<Record<SummaryColumn, (of: EntitySummary) => Said>> = {
  health: ({ slos: { total, worst } }) => {
    if (total === 0 || !worst) return unknown('No SLOs')
    return worst.status
      ? known(`${inWords(worst.status)}: ${worst.name}`)
      : unknown(`Unknown: ${worst.statusReason ?? worst.name}`)
  },
  onCallNow: ({ onCall, hasOnCall }) =>
    onCall ? known(onCall.userName) : unknown(hasOnCall ? 'Nobody now' : 'Not set up'),
  score: ({ scores: [own], projectScores: [average] }) => {
    if (own) return known(`${own.score}${own.tier ? ` (${own.tier})` : ''}`)
    return average ? known(`${Math.round(average.average)} on average`) : unknown('Not graded')
  },
  lastDeployment: ({ deployments: [last] }) =>
    last
      ? known(
          [last.version, last.environment, inWords(last.status), last.at && shortTime(last.at)]
            .filter(Boolean)
            .join(', '),
        )
      : unknown('None reported'),
  cost: (of) => {
    const { costs } = of
    if (!costs?.hasEntries) return unknown('None reported')
    const change = changeOf(costs.last30dCents, costs.prev30dCents)
    return known(`${atLeast(of, inDollars(costs.last30dCents))} (${asChange(change)})`)
  },
  criticalIssues: (of) => known(atLeast(of, String(of.issues.blocker + of.issues.critical))),
}
