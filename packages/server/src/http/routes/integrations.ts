import { kinds } from '@svc/model'
import { removeFrom, writeTo } from '../../services/context.ts'
import {
  configuredTypeNamed,
  configureIntegration,
  removeIntegration,
  typeNamed,
} from '../../services/integrations/configuration.ts'
import { allIntegrations, integrationOf } from '../../services/integrations/listing.ts'
import { loggingRefusals } from '../../services/vault/permission.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { readAnswer, recordAnswer } from './kind-routes.ts'
import { tagged } from './tagged.ts'

/** One for each type, addressed by the type; those that are not configured have no record. */
export const integrationHandlers = {
  listIntegrations: async (exchange) => {
    return tagged(exchange, { integrations: await allIntegrations(exchange.ctx) })
  },

  getIntegration: async (exchange) => {
    const { ctx, params } = exchange
    const found = await integrationOf(ctx, typeNamed(params.type))
    if ('shown' in found) return tagged(exchange, found.shown)
    return readAnswer(exchange, kinds.integration, found.stored)
  },

  configureIntegration: async (exchange) => {
    const { ctx, params, body } = exchange
    const type = configuredTypeNamed(params.type)
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kinds.integration)
    const request = { type, input: body, ifMatch }
    const stored = await loggingRefusals(ctx, () =>
      writeTo(ctx, kinds.integration, (change) => configureIntegration(ctx, change, request)),
    )
    return recordAnswer(exchange, kinds.integration, stored, 200)
  },

  deleteIntegration: async ({ ctx, params, ifMatch: header }) => {
    const ifMatch = readIfMatch(header, ctx.caller, kinds.integration)
    const request = { type: configuredTypeNamed(params.type), ifMatch }
    await removeFrom(ctx, kinds.integration, (change) => removeIntegration(change, request))
    return noContent
  },

  testIntegration: (exchange) =>
    askOnce(exchange, kinds.integration, async () =>
      json(200, await exchange.services.tryIntegration(exchange.ctx, exchange.params.type)),
    ),
} satisfies Partial<SpecialHandlers>
