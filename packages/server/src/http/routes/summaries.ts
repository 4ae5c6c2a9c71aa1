import { type EntitySummary, invalid, summaryLimits } from '@svc/model'
import { readSummaries } from '../../services/summaries/read-summaries.ts'
import { readTimeline } from '../../services/timeline/read-timeline.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { jsonInTurns } from '../json-in-turns.ts'
import { tagged, taggedBytes } from './tagged.ts'

const askedIn = (one: string): Pick<EntitySummary, 'kind' | 'id'> => {
  const [kind = '', id = ''] = one.split(':')
  return { kind: kind as EntitySummary['kind'], id }
}

export const summaryHandlers = {
  getSummaries: async (exchange) => {
    const asked = exchange.query.of.split(',')
    if (asked.length > summaryLimits.entities)
      throw invalid('of', `must name at most ${summaryLimits.entities}, not ${asked.length}`)
    const summaries = await readSummaries(exchange.ctx, asked.map(askedIn))
    return taggedBytes(exchange, await jsonInTurns({ summaries }))
  },

  getTimeline: async (exchange) => {
    const { of, ...when } = exchange.query
    return tagged(exchange, await readTimeline(exchange.ctx, { ...askedIn(of), ...when }))
  },
} satisfies Partial<SpecialHandlers>
