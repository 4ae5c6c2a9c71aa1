import { bare, credential, judged, works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const jira: IntegrationBehaviour<'jira'> = {
  addressOf: ({ siteUrl }) => siteUrl,
  summaryOf: ({ siteUrl, projectKeys = [] }) => ({ siteUrl, projectKeys }),
  async probe({ siteUrl, email, tokenKeyword }, tools) {
    const headers = await credential(tools, { username: email, keyword: tokenKeyword })
    const answer = await tools.fetch(`${bare(siteUrl)}/rest/api/3/myself`, { headers })
    return judged('Jira', answer) ?? works('Jira responds and accepts the credential.')
  },
}
