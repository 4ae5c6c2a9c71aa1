import { kinds, shown } from '@svc/model'
import { type Context, partitionOf, recordsOf, writeTo } from '../../services/context.ts'
import { takeMetadata } from '../../services/federation/saml/take-metadata.ts'
import { present, updateRecord } from '../../services/records/records.ts'
import { checkReferences } from '../../services/records/references.ts'
import { previewSettings } from '../../services/sso/preview-settings.ts'
import type { SsoSettings } from '../../services/sso/requirement.ts'
import { confirmDomain } from '../../services/sso/confirm-domain.ts'
import { checkDomain } from '../../services/sso/check-domain.ts'
import type { StoredRecord } from '../../store/table.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { readAnswer, recordAnswer } from './kind-routes.ts'

/** The settings are one record per organisation, which has no id in its address. */
export const ssoHandlers = {
  getSsoSettings: async (exchange) =>
    readAnswer(exchange, kinds.ssoSettings, await ssoSettings(exchange.ctx)),

  updateSsoSettings: async (exchange) => {
    const { ctx, body } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kinds.ssoSettings)
    const id = String((await ssoSettings(ctx)).record.id)
    const { breakGlassUids, ...input } = body
    const known = breakGlassUids === undefined ? {} : { breakGlassUids }
    const stored = await writeTo(ctx, kinds.ssoSettings, (change) =>
      updateRecord(ctx, change, kinds.ssoSettings, { id, input, known, ifMatch }),
    )
    return recordAnswer(exchange, kinds.ssoSettings, stored, 200)
  },

  previewSsoSettings: async ({ ctx, body }) => {
    const { store, caller, now } = ctx
    const current = (await ssoSettings(ctx)).record as SsoSettings
    const next = { ...current, ...body } as SsoSettings
    await checkReferences(caller, { recordsIn: store.records }, kinds.ssoSettings, { next, before: current })
    return json(200, await previewSettings({ store, homeId: caller.organisation.home, now: now() }, next))
  },

  verifySsoDomain: (exchange) =>
    askOnce(exchange, kinds.ssoDomain, async () => {
      const { ctx, params, services } = exchange
      const { caller, store, now } = ctx
      const place = {
        partitionId: partitionOf(caller, kinds.ssoDomain),
        domainId: params[kinds.ssoDomain.idParam] ?? '',
      }
      const stored = await checkDomain(
        {
          ...{ store, now, proofs: services.domainProofs, outbox: services.mail.outbox },
          ...{ actor: caller.actor, isAsked: true },
        },
        place,
      )
      return recordAnswer(exchange, kinds.ssoDomain, stored, 200)
    }),

  confirmSsoDomain: (exchange) =>
    askOnce(exchange, kinds.ssoDomain, async () => {
      const { ctx, params, body } = exchange
      const { caller, store, now } = ctx
      const place = {
        partitionId: partitionOf(caller, kinds.ssoDomain),
        domainId: params[kinds.ssoDomain.idParam] ?? '',
      }
      const stored = await confirmDomain({ store, now, actor: caller.actor }, place, body.link)
      return recordAnswer(exchange, kinds.ssoDomain, stored, 200)
    }),

  readProviderMetadata: (exchange) =>
    askOnce(exchange, kinds.identityProvider, async () => {
      const { ctx, params, body, services } = exchange
      const id = params[kinds.identityProvider.idParam] ?? ''
      const stored = await takeMetadata(ctx, { id, xml: body.xml, fetch: services.identityFetch })
      return recordAnswer(exchange, kinds.identityProvider, stored, 200)
    }),

  testIdentityProvider: (exchange) =>
    askOnce(exchange, kinds.identityProvider, async () => {
      const { ctx, params, services } = exchange
      const { stored, ...verdict } = await services.tryProvider(
        ctx,
        params[kinds.identityProvider.idParam] ?? '',
      )
      const { record } = await present(ctx, kinds.identityProvider, stored)
      return json(200, { ...verdict, provider: shown(kinds.identityProvider, record) })
    }),
} satisfies Partial<SpecialHandlers>

async function ssoSettings(ctx: Context): Promise<StoredRecord> {
  const [stored] = await recordsOf(ctx, kinds.ssoSettings).list(kinds.ssoSettings, { where: [], limit: 1 })
  if (!stored) throw new Error('The organisation has no SSO settings.')
  return stored
}
