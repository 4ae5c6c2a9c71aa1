import { field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { roles } from '../vocabulary.ts'

export const runbook = defineKind({
  name: 'runbook',
  noun: 'runbook',
  title: 'Runbook',
  about: 'What to do when something happens, in markdown.',
  group: 'Runbooks',
  path: '/runbooks',
  table: 'runbooks',
  idParam: 'runbookId',
  idPrefix: 'rbk',
  home: 'partition',
  verbs,
  fields: {
    ...identity(),
    title: field.name({ about: 'What it helps with.' }),
    bodyMd: field.text({ about: 'The steps, in markdown.', max: 500_000, default: '' }),
    runbookType: field.text({
      about: 'incident_response, deployment, rollback, maintenance, …',
      pattern: '\\S',
      filter: true,
    }),
    linkedAppIds: field.refs('project', { about: 'The projects it is for.', default: [] }),
    linkedIncidentSeverities: field.texts({
      about: 'Severities of incidents that bring it up.',
      default: [],
    }),
    tags,
    pinned: field.boolean({ about: 'Kept at the top.', default: false }),
    visibilityRoleMin: field.oneOf(roles, { about: 'The lowest role that sees it.', default: 'viewer' }),
    generatedByAi: field.boolean({ about: 'Written by a machine.', managed: true, default: false }),
    isDeleted: field.boolean({
      about: 'Deleted, kept for reference.',
      internal: true,
      managed: true,
      default: false,
    }),
    ...timestamps(),
  },
  search: ['title'],
  softDelete: 'isDeleted',
  example: {
    title: 'Payments are failing',
    runbookType: 'incident_response',
    bodyMd: '1. Look at the queue.',
  },
})
