import { kinds } from '@svc/model'
import { Related } from '../../record/related.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

export const IssuesOfProject = ({ record }: RecordProps) => (
  <Related kind={kinds.issue} by="appId" id={record.id} />
)

export const AssignedIssues = ({ record }: RecordProps) => (
  <Related kind={kinds.issue} by="assignedToUid" id={record.id} />
)
