import { type Item, outline, word } from '../outline.ts'
import { customerIssues } from './issues-customers.ts'
import { operationsIssues } from './issues-operations.ts'
import { shoppingIssues } from './issues-shopping.ts'

export interface Issue {
  readonly project: string
  readonly type: string
  readonly severity: string
  readonly title: string
  readonly description: string
  readonly labels: readonly string[]
}

export const issues: readonly Issue[] = outline(shoppingIssues + customerIssues + operationsIssues).map(
  toIssue,
)

/** How many days ago some were reported: they are about things that can be seen elsewhere in the catalog. */
export const reportedDaysAgo: Readonly<Record<string, number>> = {
  'Warehouse costs have more than doubled': 16,
  'Orders confirmed without a held slot': 5,
  'Timeouts to Payments since the last change of limits': 7,
  'Find out why one in sixty lines is missing': 13,
  'Planning takes over a minute at hubs with 60 bikes': 10,
  'Session length in production was changed by hand': 44,
  'Slots are shown for a hub that is closed': 1,
}

function toIssue(item: Item): Issue {
  return {
    project: item.heading,
    type: word(item, 0),
    severity: word(item, 1),
    title: item.title,
    description: item.detail,
    labels: item.tags,
  }
}
