import { kinds, type Kinds, type Stored, statusGroups } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Issue = Stored<Kinds['issue']>

/** Changes that people follow an issue for, each with its own event. */
const notable = {
  status: 'issue.status_changed',
  assignedToUid: 'issue.assignee_changed',
  severity: 'issue.priority_changed',
  issueType: 'issue.type_changed',
} as const

export const issueBehaviour = behaviour<Issue>(kinds.issue, {
  prepare: ({ next, before }) => ({
    ...next,
    statusGroup: statusGroups[next.status],
    version: before ? before.version + 1 : 1,
  }),

  async follow(change, before, after) {
    const subject = { kind: 'issue', id: after.id }
    for (const [key, type] of Object.entries(notable)) {
      const field = key as keyof typeof notable
      if (before[field] !== after[field]) {
        await change.log(type, subject, { [field]: before[field] }, { [field]: after[field] })
      }
    }
  },
})
