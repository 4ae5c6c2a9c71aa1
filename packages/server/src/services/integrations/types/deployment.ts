import { works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const deployment: IntegrationBehaviour<'deployment'> = {
  summaryOf: ({ platforms }) => ({ platforms }),
  probe: async ({ credentialKeywords = [] }) =>
    works(`The vault has all ${credentialKeywords.length} credentials.`),
}
