import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const errorTrackerProviders = ['sentry', 'rollbar', 'bugsnag'] as const

export interface ErrorTrackerIssue {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly count24h: number | null
  readonly lastSeenAt: string | null
  readonly url: string | null
}

export interface ErrorTrackerSnapshot {
  readonly provider: (typeof errorTrackerProviders)[number] | null
  readonly totalOpen: number | null
  readonly totalEvents24h: number | null
  readonly fetchedAt: string | null
  readonly lastFetchError: string | null
  readonly issues: readonly ErrorTrackerIssue[]
}

export const errorTracker = defineKind({
  name: 'error_tracker',
  noun: 'error tracker',
  title: 'ErrorTracker',
  about: 'Where the errors of a project are collected, and what was found there.',
  group: 'Error trackers',
  path: '/error-trackers',
  table: 'error_trackers',
  idParam: 'appId',
  idPrefix: 'ert',
  home: 'partition',
  verbs: [],
  fields: {
    id: {
      ...identity().id,
      traits: { about: 'Its own id; it is addressed by appId.', managed: true, internal: true },
    },
    appId: field.ref('project', { about: 'The project.', immutable: true, filter: true, onDelete: 'remove' }),
    provider: field.oneOf(errorTrackerProviders, { about: 'Who collects.' }),
    projectRef: field.text({ about: "The provider's name for the project.", nullable: true }),
    vaultKeyword: field.text({ about: 'The vault item with the credential.', nullable: true }),
    snapshot: field.json<ErrorTrackerSnapshot>()(
      { type: 'object' },
      { about: 'The latest answer.', managed: true, nullable: true },
    ),
    ...timestamps(),
  },
  unique: ['appId'],
  example: { appId: 'prj_…', provider: 'sentry', projectRef: 'acme/checkout' },
})
