import { works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const envSync: IntegrationBehaviour<'envSync'> = {
  summaryOf: ({ environments, mappings = [] }) => ({ environments, mappings: mappings.length }),
  probe: async ({ mappings = [] }) => works(`The vault has values for all ${mappings.length} mappings.`),
}
