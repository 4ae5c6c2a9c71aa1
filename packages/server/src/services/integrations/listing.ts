import { type IntegrationType, integrations, integrationTypes, kinds, shown } from '@svc/model'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, recordsOf } from '../context.ts'
import { findIntegration, type ShownIntegration } from './configuration.ts'
import { webhookIntegration } from './webhook-counts.ts'

/** Every type, in a fixed order: those not configured are shown as such. */
export async function allIntegrations(ctx: Context): Promise<readonly ShownIntegration[]> {
  const stored = await recordsOf(ctx, kinds.integration).list(kinds.integration, { where: [] })
  const known = new Map<unknown, ShownIntegration>(
    stored.map(({ record }) => [record.type, shown(kinds.integration, record)]),
  )
  known.set('webhooks', await webhookIntegration(ctx))
  return integrationTypes.map((type) => known.get(type) ?? notConfigured(type))
}

/** The record of one, or what is shown if there is none. */
export async function integrationOf(
  ctx: Context,
  type: IntegrationType,
): Promise<{ readonly stored: StoredRecord } | { readonly shown: ShownIntegration }> {
  if (type === 'webhooks') return { shown: await webhookIntegration(ctx) }
  const stored = await findIntegration(recordsOf(ctx, kinds.integration), type)
  return stored ? { stored } : { shown: notConfigured(type) }
}

const notConfigured = (type: IntegrationType): ShownIntegration => ({
  type,
  displayName: integrations[type].name,
  isConfigured: false,
  summary: {},
  createdAt: null,
  updatedAt: null,
})
