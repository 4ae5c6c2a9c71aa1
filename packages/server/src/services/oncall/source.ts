import { UpstreamError } from '../../outbound/errors.ts'
import type { OnCallProvider, OnCallSource } from '../../outbound/oncall.ts'
import { askJsm } from '../../outbound/oncall/jsm.ts'
import { askOpsgenie } from '../../outbound/oncall/opsgenie.ts'
import { askPagerDuty } from '../../outbound/oncall/pagerduty.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { type Credential, type CredentialNeed, revealCredential } from '../upstreams/credential.ts'
import type { UpstreamTools } from '../upstreams/tools.ts'

/** The keyword of each provider's credential is its name. */
const needs = {
  pagerduty: { who: 'PagerDuty', fields: ['token', 'baseUrl'] },
  opsgenie: { who: 'Opsgenie', fields: ['token', 'baseUrl', 'dialect', 'site', 'email', 'cloudId'] },
} as const satisfies Readonly<Record<OnCallProvider, Pick<CredentialNeed, 'who' | 'fields'>>>

/** Asks each provider with the organisation's own credential. */
export const createOnCallSource = ({ vault, urls, ...tools }: UpstreamTools): OnCallSource => ({
  async whoIsOnCall(provider, watched, partitionId: PartitionId) {
    const credential = await revealCredential(vault, partitionId, {
      ...needs[provider],
      type: provider,
      keyword: provider,
      usualUrl: ({ dialect }) => (dialect === 'jsm' ? urls.atlassian : urls[provider]),
    })
    const { token, dialect, baseUrl } = credential
    if (provider === 'pagerduty') return askPagerDuty({ ...tools, token, baseUrl }, watched)
    if (dialect !== 'jsm') return askOpsgenie({ ...tools, token, baseUrl }, watched.id)
    return askJsm({ ...tools, baseUrl }, accountOf(credential), watched.id)
  },
})

function accountOf({ token, email, site, cloudId }: Credential) {
  if (email !== undefined && (site !== undefined || cloudId !== undefined))
    return { token, email, cloudId, siteUrl: `https://${site}` }
  throw new UpstreamError(
    'credential',
    'The vault item opsgenie is no Jira Service Management credential: it needs email, token, and site or cloudId.',
  )
}
