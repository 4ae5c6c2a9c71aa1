import { capital, inWords, type TimelineEntry } from '@svc/model'

const typeWords = {
  deployment: 'Deployed',
  sloStatus: 'SLO',
  drift: 'Drift',
  issueOpened: 'Issue opened',
  issueClosed: 'Issue closed',
  errors: 'Errors',
  edit: 'Edited',
} as const satisfies Readonly<Record<TimelineEntry['type'], string>>

const bad: readonly (string | null)[] = [
  'failed',
  'testsFailed',
  'breached',
  'drifted',
  'critical',
  'blocker',
]

/** Whether an entry may be the reason why the budget went. */
export const isBad = ({ type, status }: TimelineEntry): boolean =>
  type === 'errors' || (type !== 'issueClosed' && bad.includes(status))

/** What sort of thing it was; of an edit without fields, such as the first, what was done. */
export const sortInWords = ({ type, title, fields }: TimelineEntry): string =>
  type === 'edit' && fields.length === 0 ? capital(inWords(title)) : typeWords[type]

/** What happened, in a few words after what sort of thing it was. */
export function entryWords({ type, title, status, detail, by, fields }: TimelineEntry): string {
  switch (type) {
    case 'deployment':
      return `${title}${detail ? ` to ${detail}` : ''}${status === 'success' ? '' : `: ${inWords(status ?? '')}`}`
    case 'sloStatus':
      return `${title}: ${inWords(status ?? 'unknown')}, before ${inWords(detail ?? 'unknown')}`
    case 'drift':
      return `${title}${detail ? ` in ${detail}` : ''}`
    case 'edit':
      return [fields.join(', '), by && `by ${by}`].filter(Boolean).join(' ')
    default:
      return title
  }
}
