import { allKinds } from '@svc/model'

/** Suggestions: all events of a kind. Any other type can be typed. */
export const suggestedEventTypes: readonly string[] = [
  ...allKinds
    .filter(({ unlogged, home }) => !unlogged && home === 'partition')
    .map(({ name }) => `${name}.*`),
  'issue.created',
  'issue.status_changed',
  'slo.status_changed',
  'slo.burn_alert',
]
