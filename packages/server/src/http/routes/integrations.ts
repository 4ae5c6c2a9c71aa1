import { kinds, shown } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import {
  configuredTypeNamed,
  configureIntegration,
  type IntegrationInput,
  removeIntegration,
  typeNamed,
} from '../../services/integrations/configuration.ts'
import { allIntegrations, integrationOf } from '../../services/integrations/listing.ts'
import { loggingRefusals } from '../../services/vault/permission.ts'
import { json, noContent, notModified } from '../answer.ts'
import { isCurrent, readIfMatch } from '../conditional.ts'
import type { Handler } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { tagged } from './tagged.ts'

/** One for each type, which is its address; those that are not configured have no record. */
export const integrationHandlers = {
  listIntegrations: async (exchange) => {
    const all = await allIntegrations(exchange.ctx)
    return tagged(exchange, { integrations: all.map((one) => shown(kinds.integration, one)) })
  },

  getIntegration: async (exchange) => {
    const { ctx, params, ifNoneMatch } = exchange
    const found = await integrationOf(ctx, typeNamed(params.type ?? ''))
    if ('shown' in found) return tagged(exchange, found.shown)
    const answer = await recordAnswer(ctx, kinds.integration, found.held, 200)
    return isCurrent(ifNoneMatch, answer.etag ?? '') ? notModified(answer.etag ?? '') : answer
  },

  configureIntegration: async ({ ctx, params, body, ifMatch: header }) => {
    const type = configuredTypeNamed(params.type ?? '')
    const request = { type, input: body as IntegrationInput, ifMatch: readIfMatch(header) }
    const held = await loggingRefusals(ctx, () =>
      writeTo(ctx, kinds.integration, (change) => configureIntegration(ctx, change, request)),
    )
    return recordAnswer(ctx, kinds.integration, held, 200)
  },

  deleteIntegration: async ({ ctx, params, ifMatch: header }) => {
    const request = { type: configuredTypeNamed(params.type ?? ''), ifMatch: readIfMatch(header) }
    await writeTo(ctx, kinds.integration, (change) => removeIntegration(change, request))
    return noContent
  },

  testIntegration: (exchange) =>
    askOnce(exchange, kinds.integration, async () =>
      json(200, await exchange.tryIntegration(exchange.ctx, exchange.params.type ?? '')),
    ),
} satisfies Record<string, Handler>
