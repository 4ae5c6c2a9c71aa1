import { kinds } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { activateKey, addKey, deleteKey, keysOf } from '../../services/federation/saml/rotate-keys.ts'
import { json } from '../answer.ts'
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

  activateSamlKey: async ({ ctx, body }) => {
    const samlKeys = await writeTo(ctx, kinds.identityProvider, (change) => activateKey(change, body.id))
    return json(200, { samlKeys })
  },

  deleteSamlKey: async ({ ctx, body }) => {
    const samlKeys = await writeTo(ctx, kinds.identityProvider, (change) => deleteKey(change, body.id))
    return json(200, { samlKeys })
  },
} satisfies Partial<SpecialHandlers>
