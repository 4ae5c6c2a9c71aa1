import { pageParams } from '../kind/filters.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { listOf, type Operation } from './operation.ts'

const exact = { maxLength: 200 }
const state = shape.nullable(
  shape.anyObject({ description: 'Null if the record did not exist before or after.' }),
)

export const eventFields = {
  id: shape.text(),
  type: shape.text({ description: '`<kind>.created`, `.updated`, `.deleted`, or a more specific type.' }),
  at: shape.dateTime(),
  actor: shape.object({
    type: shape.enum(['user', 'key', 'system']),
    id: shape.nullable(shape.text()),
    name: shape.nullable(shape.text()),
  }),
  subject: shape.object({ kind: shape.text(), id: shape.text() }),
  before: state,
  after: state,
}

export const eventExample = {
  id: 'evt_01jcq8z3v1000008703f9a2c41d',
  type: 'issue.status_changed',
  at: '2026-11-15T12:00:00.000Z',
  actor: { type: 'user', id: 'usr_01jcq8z3v1000a7k2m9x4q6r8t', name: 'Ada' },
  subject: { kind: 'issue', id: 'iss_01jcq8z3v1000a7k2m9x4q6r8t' },
  before: { status: 'newBug' },
  after: { status: 'inProgress' },
} as const

/** One entry of the event log. */
export const eventSchema = shape.object(eventFields, { title: 'Event', examples: [eventExample] })

export type LoggedEvent = ValueIn<typeof eventSchema>

export const listIssueActivity = {
  id: 'listIssueActivity',
  method: 'GET',
  path: '/issues/{issueId}/activity',
  summary: "List an issue's activity",
  group: 'Issues',
  scope: 'read',
  query: pageParams,
  success: { status: 200, about: 'Newest first.', schema: listOf('activity', shape.titled(eventSchema)) },
} as const satisfies Operation

export const listAuditLog = {
  id: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  summary: 'List every change',
  group: 'Audit log',
  scope: 'admin',
  query: {
    subjectKind: shape.text({ ...exact, description: 'Only events about this kind: project, issue, …' }),
    subjectId: shape.text({ ...exact, description: 'Only events about this record.' }),
    type: shape.text({ ...exact, description: 'Only events of this type.' }),
    actorId: shape.text({ ...exact, description: 'Only events caused by this user or key.' }),
    since: shape.dateTime({ description: 'Only events from this time on.' }),
    until: shape.dateTime({ description: 'Only events before this time.' }),
    ...pageParams,
  },
  success: { status: 200, about: 'Newest first.', schema: listOf('auditLog', shape.titled(eventSchema)) },
} as const satisfies Operation
