import { kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import { behaviour } from '../records/behaviour.ts'

export const webhookBehaviour = behaviour<Webhook>(kinds.webhook, {
  prepare: ({ next }) => (next.status === 'enabled' ? { ...next, disabledReason: null } : next),
})
