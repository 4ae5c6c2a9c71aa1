import { works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const deployment: IntegrationBehaviour<'deployment'> = {
  summaryOf: ({ platforms }) => ({ platforms }),
  probe: async ({ credentialKeywords = [] }) => works(wordsFor(credentialKeywords.length)),
}

function wordsFor(credentials: number): string {
  if (credentials === 0) return 'It names no credentials, so the vault needs none.'
  return credentials === 1 ? 'The vault has the credential.' : `The vault has all ${credentials} credentials.`
}
