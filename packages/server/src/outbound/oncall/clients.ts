import type { OnCallProvider } from '@svc/model'
import type { OnCallClient } from '../oncall.ts'
import { goalert } from './goalert.ts'
import { ical } from './ical.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'

/** How each provider is asked. */
export const onCallClients: { readonly [P in OnCallProvider]: OnCallClient<P> } = {
  pagerduty,
  opsgenie,
  goalert,
  ical,
}
