import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { wordsOf } from '../kind/patterns.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { errorTrackerFactsOf, errorTrackerProviderNames } from '../upstreams/error-tracker-providers.ts'

const text = (description: string) => shape.text({ description })
const count = (description: string) =>
  shape.nullable(shape.integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))
const time = (description: string) => shape.nullable(shape.dateTime({ description }))

const issue = shape.object({
  id: text("The provider's id."),
  title: text('Its title.'),
  level: text("Its severity, in the provider's own terms."),
  count24h: count('How often it occurred in the last 24 hours.'),
  lastSeenAt: time('When it last occurred.'),
  url: shape.nullable(shape.text({ maxLength: limits.url, description: 'Its page at the provider.' })),
})
export type ErrorTrackerIssue = ValueIn<typeof issue>

const snapshot = shape.object({
  provider: shape.nullable(
    shape.enum(errorTrackerProviderNames, { description: 'The provider that was asked.' }),
  ),
  totalOpen: count('How many issues are open.'),
  totalEvents24h: count('How many errors occurred in the last 24 hours.'),
  fetchedAt: time('When this was fetched; null if nothing has been fetched yet.'),
  lastFetchError: shape.nullable(text('Why the last request to the provider failed.')),
  issues: shape.array(issue, { description: 'The most frequent issues of the last 24 hours, at most 25.' }),
})
export type ErrorTrackerSnapshot = ValueIn<typeof snapshot>

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
      traits: { about: 'Its internal id; it is addressed by appId.', managed: true, internal: true },
    },
    appId: field.ref('project', { about: 'The project.', immutable: true, filter: true, onDelete: 'remove' }),
    provider: field.oneOf(errorTrackerProviderNames, { about: 'The service that collects the errors.' }),
    projectRef: field.text({
      about: `The provider's name for the project: ${projectRefs.map(({ about }) => about).join('; ')}.`,
      nullable: true,
    }),
    vaultKeyword: field.text({
      label: 'Vault item',
      about: 'The vault item with the credential.',
      means: 'vaultItem',
      nullable: true,
    }),
    snapshot: field.shaped(snapshot, {
      about: 'The latest data from the provider.',
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
