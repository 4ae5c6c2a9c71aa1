import type { ConfiguredType, IntegrationConfigs } from '@svc/model'

type Connections = {
  readonly [T in ConfiguredType]: { readonly displayName: string; readonly config: IntegrationConfigs[T] }
}

/** Each names the items of the vault that it works with. Nothing answers at these addresses. */
export const integrations: Connections = {
  slack: {
    displayName: 'Slack',
    config: {
      workspace: 'brambling',
      defaultChannel: '#engineering',
      webhookUrlKeyword: 'slack-webhook',
    },
  },
  jira: {
    displayName: 'Jira',
    config: {
      siteUrl: 'https://jira.brambling.example',
      projectKeys: ['SHOP', 'OPS', 'CARE'],
      tokenKeyword: 'jira-token',
    },
  },
  envSync: {
    displayName: 'Environment sync',
    config: {
      environments: ['staging', 'production'],
      mappings: [
        { environment: 'staging', variable: 'PROCESSOR_KEY', valueKeyword: 'processor-sandbox' },
        { environment: 'production', variable: 'PROCESSOR_KEY', valueKeyword: 'processor-live' },
        { environment: 'staging', variable: 'MAIL_RELAY_PASSWORD', valueKeyword: 'mail-relay' },
        { environment: 'production', variable: 'MAIL_RELAY_PASSWORD', valueKeyword: 'mail-relay' },
        { environment: 'production', variable: 'SMS_GATEWAY_TOKEN', valueKeyword: 'sms-gateway' },
        { environment: 'production', variable: 'ACCOUNTS_FIELD_KEY', valueKeyword: 'accounts-field-key' },
      ],
    },
  },
  observability: {
    displayName: 'Grafana',
    config: {
      kind: 'grafana',
      baseUrl: 'https://grafana.brambling.example',
      tokenKeyword: 'grafana-reader',
    },
  },
  deployment: {
    displayName: 'Release Train',
    config: {
      platforms: ['backend', 'web', 'ios', 'android'],
      credentialKeywords: ['appstore-connect', 'ios-signing', 'play-upload', 'play-service'],
    },
  },
  vcs: {
    displayName: 'GitHub Enterprise',
    config: {
      provider: 'github',
      host: 'github.brambling.example',
      organisation: 'brambling',
      repositories: ['web-shop', 'ios-shop', 'android-shop', 'payment-service', 'accounts-service'],
      tokenKeyword: 'github-token',
    },
  },
}
