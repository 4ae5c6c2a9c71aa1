import type { ErrorTrackerProvider } from '@svc/model'
import type { ErrorTrackerClient } from '../error-trackers.ts'
import { bugsnag } from './bugsnag.ts'
import { rollbar } from './rollbar.ts'
import { sentry } from './sentry.ts'

/** How each tracker is asked. */
export const errorTrackerClients: { readonly [P in ErrorTrackerProvider]: ErrorTrackerClient<P> } = {
  sentry,
  rollbar,
  bugsnag,
}
