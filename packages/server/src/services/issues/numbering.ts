import { kinds } from '@svc/model'
import { nextCount } from '../../store/queries/progress.ts'
import type { Follower } from '../jobs/follower.ts'

export const numbered = 'issue.numbered'

/** Numbers issues 1, 2, 3, … in the order they were created, for each partition. */
export const issueNumbering: Follower = {
  name: 'issue-numbering',
  async handle(change, events) {
    for (const { type, subject } of events) {
      if (type !== 'issue.created' && type !== 'issue.restored') continue
      const stored = await change.find(kinds.issue, subject.id)
      if (!stored || stored.record.sequenceNumber !== null) continue
      const sequenceNumber = await change.run(nextCount, change.partitionId, 'issue')
      await change.derive(kinds.issue, stored, { ...stored.record, sequenceNumber })
      await change.log(numbered, subject, { sequenceNumber: null }, { sequenceNumber })
    }
  },
}
