import { kinds } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { activateKey, addKey, deleteKey, keysOf } from '../../services/federation/saml/rotate-keys.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { workOnce } from '../idempotency.ts'
import { tagged } from './tagged.ts'

/** The key pairs with which svc takes part in SAML, and how one replaces another. */
export const samlKeyHandlers = {
  listSamlKeys: async (exchange) => {
    const { store, caller } = exchange.ctx
    return tagged(exchange, { samlKeys: await keysOf(store, caller.organisation.home) })
  },

  createSamlKey: (exchange) =>
    workOnce(exchange, kinds.identityProvider, async () =>
      json(201, await addKey(exchange.ctx, exchange.services)),
    ),

  activateSamlKey: async ({ ctx, params }) => {
    const samlKeys = await writeTo(ctx, kinds.identityProvider, (change) =>
      activateKey(change, params.samlKeyId),
    )
    return json(200, { samlKeys })
  },

  deleteSamlKey: async ({ ctx, params }) => {
    await writeTo(ctx, kinds.identityProvider, (change) => deleteKey(change, params.samlKeyId))
    return noContent
  },
} satisfies Partial<SpecialHandlers>
