import { fails, works } from './judge.ts'
import type { IntegrationBehaviour } from './type.ts'

export const slack: IntegrationBehaviour<'slack'> = {
  summaryOf: ({ workspace, defaultChannel = null }) => ({ workspace, defaultChannel }),
  probe: async ({ webhookUrlKeyword }, { secret }) =>
    webhook.test((await secret(webhookUrlKeyword)).trim())
      ? works('The webhook URL has the form that Slack issues; no message was sent.')
      : fails(
          `The value of ${webhookUrlKeyword} is not the URL of an incoming webhook, https://hooks.slack.com/services/….`,
        ),
}

const webhook = /^https:\/\/hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\/[\w/-]{10,}$/
