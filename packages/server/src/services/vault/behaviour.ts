import { isDeepStrictEqual } from 'node:util'
import { invalid, kinds } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import type { Secret } from './uses.ts'

/** People who may change an item need not know its value, so they cannot decide where it is sent. */
export const secretBehaviour = behaviour<Secret>(kinds.secret, {
  prepare: ({ next, before }) => {
    if (before && !isDeepStrictEqual(before.uses, next.uses))
      throw invalid('uses', 'can only be set together with the value, with PUT /secrets/{secretId}/value')
    return { ...next, uses: next.uses ?? [] }
  },
})
