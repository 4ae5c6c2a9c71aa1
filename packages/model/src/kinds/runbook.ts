import { field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { roles } from '../vocabulary.ts'
import { notBlank } from '../kind/patterns.ts'

export const runbook = defineKind({
  name: 'runbook',
  noun: 'runbook',
  title: 'Runbook',
  about: 'A document that says what to do when something happens.',
  group: 'Runbooks',
  path: '/runbooks',
  table: 'runbooks',
  idParam: 'runbookId',
  idPrefix: 'rbk',
  resourceType: 'runbook',
  home: 'partition',
  labelFields: ['title'],
  columns: ['title', 'runbookType', 'linkedAppIds', 'tags', 'updatedAt'],
  place: { section: 'operations', position: 40, icon: 'notebook', key: 'r' },
  verbs,
  fields: {
    ...identity(),
    title: field.name({ about: 'What it helps with.' }),
    bodyMd: field.text({
      label: 'Text',
      reads: 'markdown',
      about: 'The steps, in Markdown.',
      max: 500_000,
      default: '',
    }),
    runbookType: field.text({
      reads: 'word',
      brief: true,
      about:
        'What sort of runbook it is. Usual are `incident_response`, `deployment`, `rollback` and `maintenance`; any other word will do.',
      pattern: notBlank,
      filter: true,
    }),
    linkedAppIds: field.refs('project', {
      about: 'The projects it is for.',
      default: [],
      filterAs: 'appId',
    }),
    linkedIncidentSeverities: field.texts({
      about: 'Severities of issues that bring it up.',
      default: [],
      filterAs: 'severity',
    }),
    tags,
    pinned: field.boolean({ about: 'Whether it is kept at the top.', default: false }),
    visibilityRoleMin: field.oneOf(roles, {
      label: 'Lowest role',
      about: 'The lowest role that may see it.',
      default: 'viewer',
    }),
    generatedByAi: field.boolean({ about: 'Whether a machine wrote it.', managed: true, default: false }),
    isDeleted: field.boolean({
      about: 'Whether it is deleted, and kept for reference. Only there where deleted ones were asked for.',
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
