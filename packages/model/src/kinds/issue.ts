import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'

export const severities = ['minor', 'major', 'critical', 'blocker'] as const

/** Which group each status falls in. Any status may follow any. */
export const statusGroups = {
  newBug: 'backlog',
  triaged: 'backlog',
  inProgress: 'active',
  blocked: 'active',
  fixed: 'done',
  verified: 'done',
  wontFix: 'closed',
  duplicate: 'closed',
} as const
export type IssueStatus = keyof typeof statusGroups

export const issue = defineKind({
  name: 'issue',
  noun: 'issue',
  title: 'Issue',
  about: 'A bug, task, enhancement or feature of a project.',
  group: 'Issues',
  path: '/issues',
  table: 'issues',
  idParam: 'issueId',
  idPrefix: 'iss',
  home: 'partition',
  labelFields: ['title'],
  columns: ['title', 'sequenceNumber', 'appId', 'severity', 'status', 'assignedToUid', 'dueDate'],
  place: {
    section: 'operations',
    position: 10,
    icon: 'square-check',
    key: 'i',
    opensWith: { query: 'is:open', sort: '-severity' },
  },
  verbs,
  fields: {
    ...identity(),
    sequenceNumber: field.integer({
      label: 'Number',
      about: 'Its number, assigned shortly after it is created.',
      managed: true,
      nullable: true,
    }),
    appId: field.ref('project', { about: 'The project it belongs to.', filter: true, onDelete: 'remove' }),
    title: field.name({ about: 'A one-line summary.' }),
    description: field.text({ about: 'The full description.', max: limits.description, default: '' }),
    severity: field.oneOf(severities, { about: 'Its severity.', default: 'minor', filter: true }),
    status: field.oneOf(Object.keys(statusGroups) as IssueStatus[], {
      about: 'Its status.',
      default: 'newBug',
      filter: true,
    }),
    statusGroup: field.oneOf(['backlog', 'active', 'done', 'closed'], {
      about: 'The group of its status.',
      managed: true,
      filter: true,
    }),
    issueType: field.oneOf(['bug', 'enhancement', 'feature', 'task'], {
      about: 'The type of work.',
      default: 'bug',
      filter: true,
    }),
    assignedToUid: field.ref('user', {
      about: 'The member who works on it.',
      nullable: true,
      filter: true,
      responsibility: 'assigned',
    }),
    labels: field.texts({ about: 'Free-form labels.', default: [] }),
    dueDate: field.timestamp({ about: 'When it should be done.', nullable: true }),
    startDate: field.timestamp({ about: 'When work should start.', nullable: true }),
    estimateMinutes: field.integer({
      label: 'Estimate (minutes)',
      about: 'How many minutes it should take.',
      nullable: true,
    }),
    githubIssueNumber: field.integer({
      label: 'GitHub issue',
      about: 'The number of the linked issue on GitHub.',
      managed: true,
      nullable: true,
    }),
    githubIssueUrl: field.url({
      about: 'The URL of the linked issue on GitHub.',
      managed: true,
      nullable: true,
    }),
    jiraIssueKey: field.text({
      about: 'The key of the linked issue in Jira.',
      managed: true,
      nullable: true,
    }),
    jiraIssueUrl: field.url({ about: 'The URL of the linked issue in Jira.', managed: true, nullable: true }),
    ...timestamps(),
    version: field.integer({
      silent: true,
      about: 'Counts its updates. If you send it with an update, it must be the current version.',
      managed: true,
      guards: true,
      default: 1,
    }),
  },
  openBy: { field: 'statusGroup', values: ['backlog', 'active'] },
  search: ['title', 'description'],
  alsoFoundBy: ['sequenceNumber', 'labels', 'jiraIssueKey'],
  example: {
    appId: 'prj_…',
    title: 'Checkout fails for saved cards',
    severity: 'critical',
    labels: ['cards'],
  },
})
