import { worded } from '../kind/patterns.ts'
import { baseUrl, token, type Upstream } from './upstream.ts'

interface OnCallFacts extends Upstream {
  /** Whether a binding may name a service instead of a schedule. */
  readonly hasServices?: true
  /** What a schedule is there, if it is not an id. */
  readonly schedule?: { readonly about: string; readonly pattern: string }
  /** Whether each schedule has its own credential. */
  readonly hasCredentialPerSchedule?: true
}

/** A GoAlert key allows a single query, which must be given exactly when the key is created. */
export const goalertQuery =
  'query OnCall($id: ID!, $start: ISOTimestamp!, $end: ISOTimestamp!) { schedule(id: $id) { shifts(start: $start, end: $end) { start end truncated userID user { name email } } } }'

/** The services that know who is on call. `outbound/oncall` of the server has a file for each. */
export const oncallProviders = {
  pagerduty: {
    name: 'PagerDuty',
    url: 'https://api.pagerduty.com',
    hasServices: true,
    credential: {
      fields: { token: token('A REST API key; a read-only one is enough.'), baseUrl },
    },
  },
  opsgenie: {
    name: 'Opsgenie',
    url: 'https://api.opsgenie.com',
    alsoAt: { atlassian: { name: 'Atlassian', url: 'https://api.atlassian.com' } },
    credential: {
      fields: {
        token: token('An API key with read access, or an API token of the Atlassian account.'),
        baseUrl,
        dialect: {
          about: '`jsm` once Opsgenie has been moved to Jira Service Management.',
          pattern: '^(opsgenie|jsm)$',
        },
        site: {
          about: 'For `jsm`, the host of the Atlassian site.',
          pattern: '^[A-Za-z0-9.-]{1,253}(:\\d{1,5})?$',
        },
        email: {
          about: 'For `jsm`, the e-mail address of the account that the token belongs to.',
          pattern: '^[^\\s:@]{1,100}@[^\\s:@]{1,100}$',
        },
        cloudId: {
          about: "For `jsm`, Atlassian's id of the site; looked up by `site` if omitted.",
          pattern: '^[\\w-]{1,100}$',
        },
      },
    },
  },
  goalert: {
    name: 'GoAlert',
    url: null,
    credential: {
      fields: {
        token: token(
          `A GraphQL API key with the role user, created for exactly this query: \`${goalertQuery}\`.`,
        ),
        baseUrl: { ...baseUrl, about: 'Its URL, unless the operator has set it for all organisations.' },
      },
    },
  },
  ical: {
    name: 'iCalendar feed',
    schedule: {
      about:
        'For `ical` it is the name of a feed: `platform` is the one whose URL is in the vault under the keyword `ical-platform`.',
      pattern: worded(
        '^[a-z0-9][a-z0-9_-]{0,58}$',
        'must be the name of a feed for ical: up to 59 lower-case letters, digits, - and _, starting with a letter or digit',
      ),
    },
    hasCredentialPerSchedule: true,
    credential: {
      fields: {
        address: {
          about: 'The URL of the feed, with https, http or webcal. Anyone who has it can read the feed.',
          pattern:
            '^(?=.{1,2048}$)([Hh][Tt][Tt][Pp][Ss]?|[Ww][Ee][Bb][Cc][Aa][Ll][Ss]?)://[^\\s@/?#\\\\]+([/?][^\\s#\\\\]*)?$',
          required: true,
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, OnCallFacts>>

export type OnCallProvider = keyof typeof oncallProviders

const facts: Readonly<Record<OnCallProvider, OnCallFacts>> = oncallProviders

/** Their names in the API. */
export const oncallProviderNames = Object.keys(oncallProviders) as readonly OnCallProvider[]

export const oncallFactsOf = (provider: string): OnCallFacts | undefined =>
  Object.hasOwn(facts, provider) ? facts[provider as OnCallProvider] : undefined

/** The keyword of a provider's vault item: its name, with the schedule if each has its own. */
export const oncallKeyword = (provider: OnCallProvider, scheduleId: string): string =>
  facts[provider].hasCredentialPerSchedule ? `${provider}-${scheduleId}` : provider

/** The provider whose credential is stored under a keyword. */
export const oncallProviderFor = (keyword: string): OnCallProvider | undefined =>
  oncallProviderNames.find((name) => {
    const { hasCredentialPerSchedule, schedule } = facts[name]
    if (!hasCredentialPerSchedule) return keyword === name
    return (
      keyword.startsWith(`${name}-`) &&
      new RegExp(schedule?.pattern ?? '').test(keyword.slice(name.length + 1))
    )
  })
