/** Where the APIs of other products are, unless the operator or an organisation says otherwise. */
export const upstreamUrls = {
  pagerduty: 'https://api.pagerduty.com',
  opsgenie: 'https://api.opsgenie.com',
  atlassian: 'https://api.atlassian.com',
  sentry: 'https://sentry.io',
  rollbar: 'https://api.rollbar.com',
  bugsnag: 'https://api.bugsnag.com',
} as const

export type UpstreamUrls = Readonly<Record<keyof typeof upstreamUrls, string>>
