import type { IntegrationConfigs } from '@svc/model'
import type { GuardedResponse } from '../../../outbound/guarded-fetch.ts'
import type { Verdict } from '../../verdict.ts'
import { bare, credential, judged, works } from './judge.ts'
import type { IntegrationBehaviour, ProbeTools } from './type.ts'

type Observability = IntegrationConfigs['observability']

export const observability: IntegrationBehaviour<'observability'> = {
  addressOf: ({ baseUrl }) => baseUrl,
  summaryOf: ({ kind, baseUrl }) => ({ kind, baseUrl }),
  probe: (config, tools) =>
    config.kind === 'prometheus' ? prometheus(config, tools) : grafana(config, tools),
}

async function prometheus(
  { baseUrl, username, tokenKeyword }: Observability,
  tools: ProbeTools,
): Promise<Verdict> {
  const headers = await credential(tools, { username, keyword: tokenKeyword })
  const about = await tools.fetch(`${bare(baseUrl)}/api/v1/status/buildinfo`, { headers })
  if (about.status !== 404) {
    const version = versionIn(about)
    return judged('Prometheus', about) ?? works(`Prometheus${version} answers.`)
  }
  // Compatible servers that only support its query language may not report a version.
  const ready = await tools.fetch(`${bare(baseUrl)}/-/ready`, { headers })
  return judged('Prometheus', ready, { isJson: false }) ?? works('Prometheus responds and is ready.')
}

async function grafana(
  { baseUrl, username, tokenKeyword }: Observability,
  tools: ProbeTools,
): Promise<Verdict> {
  const headers = await credential(tools, { username, keyword: tokenKeyword })
  // Its health endpoint is public, so a token is tested on something else.
  const path = tokenKeyword === undefined ? '/api/health' : '/api/search?limit=1'
  const answer = await tools.fetch(`${bare(baseUrl)}${path}`, { headers })
  return judged('Grafana', answer) ?? works('Grafana responds.')
}

function versionIn({ body }: GuardedResponse): string {
  const [, version] = /"version":\s*"(\d+\.\d+\.\d+)[^"]*"/.exec(body.subarray(0, 10_000).toString()) ?? []
  return version === undefined ? '' : ` ${version}`
}
