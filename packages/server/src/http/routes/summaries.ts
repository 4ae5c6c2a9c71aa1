import { type EntitySummary, invalid, summaryLimits } from '@svc/model'
import { readSummaries } from '../../services/summaries/read-summaries.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { jsonInTurns } from '../json-in-turns.ts'
import { taggedBytes } from './tagged.ts'

export const summaryHandlers = {
  getSummaries: async (exchange) => {
    const asked = exchange.query.of.split(',')
    if (asked.length > summaryLimits.entities)
      throw invalid('of', `must name at most ${summaryLimits.entities}, not ${asked.length}`)
    const summaries = await readSummaries(
      exchange.ctx,
      asked.map((one) => {
        const [kind = '', id = ''] = one.split(':')
        return { kind: kind as EntitySummary['kind'], id }
      }),
    )
    return taggedBytes(exchange, await jsonInTurns({ summaries }))
  },
} satisfies Partial<SpecialHandlers>
