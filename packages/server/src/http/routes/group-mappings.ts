import { originsOf } from '../../services/group-mappings/origins.ts'
import { previewMapping } from '../../services/group-mappings/preview.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { tagged } from './tagged.ts'

/** What mappings of groups would give, and what they gave. */
export const groupMappingHandlers = {
  previewGroupMapping: async ({ ctx, body: { replaces, ...mapping } }) =>
    json(200, await previewMapping(ctx, mapping, replaces)),

  getUserOrigins: async (exchange) => tagged(exchange, await originsOf(exchange.ctx, exchange.params.uid)),
} satisfies Partial<SpecialHandlers>
