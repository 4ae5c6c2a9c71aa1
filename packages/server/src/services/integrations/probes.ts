import type { ConfiguredType, IntegrationConfigs } from '@svc/model'
import type { GuardedFetch, GuardedResponse } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { authorization, type SecretReader } from './credential.ts'
import { apiUrlOf, hostOf } from './vcs-host.ts'

export interface ProbeTools {
  readonly fetch: GuardedFetch
  readonly secret: SecretReader
}

type Probe<T extends ConfiguredType> = (config: IntegrationConfigs[T], tools: ProbeTools) => Promise<Verdict>

const works = (message: string): Verdict => ({ ok: true, message })
const fails = (message: string): Verdict => ({ ok: false, message })

/** How each type is tried out. Nothing is changed on the other side, and nobody is sent a message. */
export const probes: { readonly [T in ConfiguredType]: Probe<T> } = {
  slack: async ({ webhookUrlKeyword }, { secret }) =>
    slackWebhook.test((await secret(webhookUrlKeyword)).trim())
      ? works('The webhook address has the form that Slack gives out; no message was sent.')
      : fails(
          `The value of ${webhookUrlKeyword} is not the address of an incoming webhook, https://hooks.slack.com/services/….`,
        ),

  jira: async ({ siteUrl, email, tokenKeyword }, tools) => {
    const headers = await credential(tools, { username: email, keyword: tokenKeyword })
    const answer = await tools.fetch(`${bare(siteUrl)}/rest/api/3/myself`, { headers })
    return judged('Jira', answer) ?? works('Jira answers and knows the account.')
  },

  envSync: async ({ mappings = [] }) =>
    works(`The vault has a value for each of the ${mappings.length} mappings.`),

  observability: async (config, tools) =>
    config.kind === 'prometheus' ? prometheus(config, tools) : grafana(config, tools),

  deployment: async ({ credentialKeywords = [] }) =>
    works(`The vault has each of the ${credentialKeywords.length} credentials.`),

  vcs: async (config, tools) => {
    const { provider, organisation, username, tokenKeyword } = config
    const headers = await credential(tools, { username, keyword: tokenKeyword })
    const paths = {
      github: '/',
      gitlab: '/version',
      bitbucket: `/repositories/${encodeURIComponent(organisation)}?pagelen=1`,
    }
    const answer = await tools.fetch(`${apiUrlOf(config)}${paths[provider]}`, { headers })
    return judged(hostOf(config), answer) ?? works(`${hostOf(config)} answers and takes the token.`)
  },
}

const slackWebhook = /^https:\/\/hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\/[\w/-]{10,}$/

/** Whether each address may be reached and answers, whatever it answers to a request that is no event. */
export async function probeWebhooks(urls: readonly string[], fetch: GuardedFetch): Promise<Verdict> {
  await Promise.all(urls.map((url) => fetch(url, { method: 'HEAD' })))
  return works(`Each of the ${urls.length} endpoints may be reached and answers; no event was sent.`)
}

async function prometheus(
  { baseUrl, username, tokenKeyword }: IntegrationConfigs['observability'],
  tools: ProbeTools,
): Promise<Verdict> {
  const headers = await credential(tools, { username, keyword: tokenKeyword })
  const about = await tools.fetch(`${bare(baseUrl)}/api/v1/status/buildinfo`, { headers })
  if (about.status !== 404) {
    const version = versionIn(about)
    return judged('Prometheus', about) ?? works(`Prometheus${version} answers.`)
  }
  // What only speaks its query language need not know its version.
  const ready = await tools.fetch(`${bare(baseUrl)}/-/ready`, { headers })
  return judged('Prometheus', ready, { isJson: false }) ?? works('Prometheus answers and is ready.')
}

async function grafana(
  { baseUrl, username, tokenKeyword }: IntegrationConfigs['observability'],
  tools: ProbeTools,
): Promise<Verdict> {
  const headers = await credential(tools, { username, keyword: tokenKeyword })
  // Its health is told to anyone, so a token is tried on something else.
  const path = tokenKeyword === undefined ? '/api/health' : '/api/search?limit=1'
  const answer = await tools.fetch(`${bare(baseUrl)}${path}`, { headers })
  return judged('Grafana', answer) ?? works('Grafana answers.')
}

const bare = (url: string): string => url.replace(/\/+$/, '')

const credential = async ({ secret }: ProbeTools, account: Parameters<typeof authorization>[1]) => ({
  accept: 'application/json',
  ...(await authorization(secret, account)),
})

/** What is wrong with an answer, from its status alone: what stands in it is not ours to repeat. */
function judged(
  who: string,
  { status, headers }: GuardedResponse,
  { isJson } = { isJson: true },
): Verdict | undefined {
  if (status === 401 || status === 403) return fails(`${who} refuses the credential (status ${status}).`)
  if (status === 404) return fails(`${who} is not at that address (status 404).`)
  if (status < 200 || status > 299) return fails(`${who} answers with status ${status}.`)
  if (isJson && !/\bjson\b/.test(headers['content-type'] ?? ''))
    return fails(`What answers at that address is not ${who}: it sends no JSON.`)
  return undefined
}

function versionIn({ body }: GuardedResponse): string {
  const [, version] = /"version":\s*"(\d+\.\d+\.\d+)[^"]*"/.exec(body.subarray(0, 10_000).toString()) ?? []
  return version === undefined ? '' : ` ${version}`
}
