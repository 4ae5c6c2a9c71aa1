import { worded } from '../kind/patterns.ts'
import { baseUrl, token, type Upstream } from './upstream.ts'

interface ErrorTrackerFacts extends Upstream {
  /** How it names a project. */
  readonly projectRef: { readonly about: string; readonly pattern: string; readonly isOptional?: true }
}

/** Who can be asked for the errors of a project. `outbound/error-trackers` of the server says how. */
export const errorTrackerProviders = {
  sentry: {
    name: 'Sentry',
    url: 'https://sentry.io',
    projectRef: {
      about: '`organisation/project` at Sentry',
      pattern: worded('^[\\w.-]{1,90}/[\\w.-]{1,90}$', 'must be organisation/project for sentry'),
    },
    credential: {
      bare: 'token',
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
      about: 'any name at Rollbar, and after a slash the environment to look at',
      pattern: worded(
        '^[\\w.-]{1,90}(/[\\w.-]{1,90})?$',
        'must be a name for rollbar, or name/environment, or null: the token says which project',
      ),
      isOptional: true,
    },
    credential: {
      bare: 'token',
      fields: { token: token('A project access token that may read.'), baseUrl },
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
      bare: 'token',
      fields: { token: token('The personal token of somebody who sees the project.'), baseUrl },
    },
  },
} as const satisfies Readonly<Record<string, ErrorTrackerFacts>>

export type ErrorTrackerProvider = keyof typeof errorTrackerProviders

/** Their names in the API. */
export const errorTrackerProviderNames = Object.keys(errorTrackerProviders) as readonly ErrorTrackerProvider[]

const facts: Readonly<Record<ErrorTrackerProvider, ErrorTrackerFacts>> = errorTrackerProviders

export const errorTrackerFactsOf = (provider: ErrorTrackerProvider): ErrorTrackerFacts => facts[provider]
