import { readCoverage } from '../../services/oncall/coverage.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { jsonInTurns } from '../json-in-turns.ts'
import { taggedBytes } from './tagged.ts'

/** Who is on call when. */
export const oncallHandlers = {
  getOnCallCoverage: async (exchange) => {
    const { ctx, query } = exchange
    return taggedBytes(exchange, await jsonInTurns(await readCoverage(ctx, query)))
  },
} satisfies Partial<SpecialHandlers>
