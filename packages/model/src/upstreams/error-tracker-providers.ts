import { worded } from '../kind/patterns.ts'
import { baseUrl, token, type Upstream } from './upstream.ts'

interface ErrorTrackerFacts extends Upstream {
  /** How it identifies a project. */
  readonly projectRef: { readonly about: string; readonly pattern: string; readonly isOptional?: true }
}

/** The services that collect errors. `outbound/error-trackers` of the server says how they are asked. */
export const errorTrackerProviders = {
  sentry: {
    name: 'Sentry',
    url: 'https://sentry.io',
    projectRef: {
      about: '`organisation/project` at Sentry',
      pattern: worded('^[\\w.-]{1,90}/[\\w.-]{1,90}$', 'must be organisation/project for sentry'),
    },
    credential: {
      fields: {
        token: token('A token with `event:read`; with `project:read` the events are counted too.'),
        baseUrl,
      },
    },
  },
  rollbar: {
    name: 'Rollbar',
    url: 'https://api.rollbar.com',
    projectRef: {
      about: 'any name at Rollbar, optionally followed by a slash and the environment',
      pattern: worded(
        '^[\\w.-]{1,90}(/[\\w.-]{1,90})?$',
        'must be a name, name/environment or null for rollbar: the token identifies the project',
      ),
      isOptional: true,
    },
    credential: {
      fields: { token: token('A project access token with read access.'), baseUrl },
    },
  },
  bugsnag: {
    name: 'Bugsnag',
    url: 'https://api.bugsnag.com',
    projectRef: {
      about: "the project's id at Bugsnag",
      pattern: worded('^[0-9a-f]{24}$', "must be the project's id, 24 hexadecimal digits, for bugsnag"),
    },
    credential: {
      fields: { token: token('A personal token of somebody who can see the project.'), baseUrl },
    },
  },
} as const satisfies Readonly<Record<string, ErrorTrackerFacts>>

export type ErrorTrackerProvider = keyof typeof errorTrackerProviders

/** Their names in the API. */
export const errorTrackerProviderNames = Object.keys(errorTrackerProviders) as readonly ErrorTrackerProvider[]

const facts: Readonly<Record<ErrorTrackerProvider, ErrorTrackerFacts>> = errorTrackerProviders

export const errorTrackerFactsOf = (provider: ErrorTrackerProvider): ErrorTrackerFacts => facts[provider]
