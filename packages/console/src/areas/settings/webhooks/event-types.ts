import { allKinds } from '@svc/model'

/** What people most often listen to: all that happens to a kind. Any other type can be typed. */
export const usualEventTypes: readonly string[] = [
  ...allKinds
    .filter(({ unlogged, home }) => !unlogged && home === 'partition')
    .map(({ name }) => `${name}.*`),
  'issue.created',
  'issue.status_changed',
  'slo.status_changed',
  'slo.burn_alert',
]
