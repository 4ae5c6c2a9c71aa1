import { works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const envSync: IntegrationBehaviour<'envSync'> = {
  summaryOf: ({ environments, mappings = [] }) => ({ environments, mappings: mappings.length }),
  probe: async ({ mappings = [] }) => works(wordsFor(mappings.length)),
}

function wordsFor(mappings: number): string {
  if (mappings === 0) return 'It has no mappings yet, so the vault needs no values.'
  return mappings === 1
    ? 'The vault has a value for the only mapping.'
    : `The vault has values for all ${mappings} mappings.`
}
