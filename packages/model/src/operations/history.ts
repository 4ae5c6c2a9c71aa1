import { pageParams } from '../kind/filters.ts'
import { closedObject, dateTime, type JsonSchema } from '../kind/schema.ts'
import { listOf, type Operation, schemaRef } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const exact: JsonSchema = { type: 'string', maxLength: 200 }
const state: JsonSchema = {
  type: ['object', 'null'],
  description: 'Null where there was nothing before or after.',
}

/** One entry of the event log. */
export const eventSchema: JsonSchema = {
  ...closedObject({
    id: text,
    type: { type: 'string', description: '`<kind>.created`, `.updated`, `.deleted`, or one that says more.' },
    at: dateTime,
    actor: closedObject({
      type: { type: 'string', enum: ['user', 'key', 'system'] },
      id: { type: ['string', 'null'] },
      name: { type: ['string', 'null'] },
    }),
    subject: closedObject({ kind: text, id: text }),
    before: state,
    after: state,
  }),
  title: 'Event',
  examples: [
    {
      id: 'evt_01jcq8z3v1000008703f9a2c41d',
      type: 'issue.status_changed',
      at: '2026-11-15T12:00:00.000Z',
      actor: { type: 'user', id: 'usr_01jcq8z3v1000a7k2m9x4q6r8t', name: 'Ada' },
      subject: { kind: 'issue', id: 'iss_01jcq8z3v1000a7k2m9x4q6r8t' },
      before: { status: 'newBug' },
      after: { status: 'inProgress' },
    },
  ],
}

export const listIssueActivity = {
  id: 'listIssueActivity',
  method: 'GET',
  path: '/issues/{issueId}/activity',
  summary: "List an issue's activity",
  group: 'Issues',
  scope: 'read',
  query: pageParams,
  success: { status: 200, about: 'Newest first.', schema: listOf('activity', schemaRef('Event')) },
} as const satisfies Operation

export const listAuditLog = {
  id: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  summary: 'List every change',
  group: 'Audit log',
  scope: 'admin',
  query: {
    subjectKind: { ...exact, description: 'Only about this kind: project, issue, …' },
    subjectId: { ...exact, description: 'Only about this record.' },
    type: { ...exact, description: 'Only events of this type.' },
    actorId: { ...exact, description: 'Only by this user or key.' },
    since: { ...dateTime, description: 'Only from this time on.' },
    until: { ...dateTime, description: 'Only before this time.' },
    ...pageParams,
  },
  success: { status: 200, about: 'Newest first.', schema: listOf('auditLog', schemaRef('Event')) },
} as const satisfies Operation
