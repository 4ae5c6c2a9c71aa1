import { apiUrlOf, hostOf } from '../vcs-host.ts'
import { credential, judged, works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const vcs: IntegrationBehaviour<'vcs'> = {
  addressOf: apiUrlOf,
  summaryOf: (config) => ({
    host: hostOf(config),
    organisation: config.organisation,
    repositories: config.repositories?.length ?? 0,
  }),
  async probe(config, tools) {
    const { provider, organisation, username, tokenKeyword } = config
    const headers = await credential(tools, { username, keyword: tokenKeyword })
    const paths = {
      github: '/',
      gitlab: '/version',
      bitbucket: `/repositories/${encodeURIComponent(organisation)}?pagelen=1`,
    }
    const answer = await tools.fetch(`${apiUrlOf(config)}${paths[provider]}`, { headers })
    return judged(hostOf(config), answer) ?? works(`${hostOf(config)} responds and accepts the token.`)
  },
}
