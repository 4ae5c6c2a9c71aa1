import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { wordsOf } from '../kind/patterns.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull, whenOneOf } from '../kind/schema.ts'
import {
  type ErrorTrackerProvider,
  errorTrackerFactsOf,
  errorTrackerProviderNames,
} from '../upstreams/error-tracker-providers.ts'

export interface ErrorTrackerIssue {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly count24h: number | null
  readonly lastSeenAt: string | null
  readonly url: string | null
}

export interface ErrorTrackerSnapshot {
  readonly provider: ErrorTrackerProvider | null
  readonly totalOpen: number | null
  readonly totalEvents24h: number | null
  readonly fetchedAt: string | null
  readonly lastFetchError: string | null
  readonly issues: readonly ErrorTrackerIssue[]
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const count = (description: string): JsonSchema =>
  orNull({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const time = (description: string): JsonSchema => orNull({ ...dateTime, description })

const issue = closedObject({
  id: text("The provider's id."),
  title: text('What it is called.'),
  level: text("How bad it is, in the provider's own word."),
  count24h: count('How often it occurred in the last 24 hours.'),
  lastSeenAt: time('When it last occurred.'),
  url: orNull({ type: 'string', maxLength: limits.url, description: 'Its page at the provider.' }),
})

const snapshot = closedObject({
  provider: orNull({ type: 'string', enum: errorTrackerProviderNames, description: 'Who was asked.' }),
  totalOpen: count('How many issues are open.'),
  totalEvents24h: count('How many errors occurred in the last 24 hours.'),
  fetchedAt: time('When this was found; null where nothing was found yet.'),
  lastFetchError: orNull(text('Why the provider could not answer when it was last asked.')),
  issues: { ...arrayOf(issue), description: 'The most frequent ones of the last 24 hours, at most 25.' },
})

interface Named {
  readonly provider: string
  readonly projectRef: string | null
}

const projectRefs = errorTrackerProviderNames.map((name) => errorTrackerFactsOf(name).projectRef)

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
    provider: field.oneOf(errorTrackerProviderNames, { about: 'Who collects.' }),
    projectRef: field.text({
      about: `The provider's name for the project: ${projectRefs.map(({ about }) => about).join('; ')}.`,
      nullable: true,
    }),
    vaultKeyword: field.text({ about: 'The vault item with the credential.', nullable: true }),
    snapshot: field.json<ErrorTrackerSnapshot>()(snapshot, {
      about: 'The latest answer.',
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  unique: ['appId'],
  rules: errorTrackerProviderNames.map((name) => {
    const { pattern, isOptional = false } = errorTrackerFactsOf(name).projectRef
    return {
      field: 'projectRef',
      about: () => wordsOf(pattern),
      holds: ({ provider, projectRef }: Named) =>
        provider !== name || (projectRef === null ? isOptional : new RegExp(pattern).test(projectRef)),
      schema: whenOneOf('provider', [name], {
        properties: { projectRef: { type: isOptional ? ['string', 'null'] : 'string', pattern } },
        ...(!isOptional && { required: ['projectRef'] }),
      }),
    }
  }),
  example: { appId: 'prj_…', provider: 'sentry', projectRef: 'acme/checkout' },
})
