/** Only what may be seen of a configuration. */
export const integrations = [
  {
    type: 'slack',
    displayName: 'Slack',
    summary: { workspace: 'brambling', defaultChannel: '#engineering' },
  },
  {
    type: 'jira',
    displayName: 'Jira',
    summary: { siteUrl: 'https://jira.brambling.example', projectKeys: ['SHOP', 'OPS', 'CARE'] },
  },
  {
    type: 'envSync',
    displayName: 'Environment sync',
    summary: { environments: ['staging', 'production'], mappings: 214 },
  },
  {
    type: 'observability',
    displayName: 'Grafana',
    summary: { kind: 'grafana', baseUrl: 'https://grafana.brambling.example' },
  },
  {
    type: 'deployment',
    displayName: 'Release Train',
    summary: { platforms: ['backend', 'web', 'ios', 'android'] },
  },
  {
    type: 'vcs',
    displayName: 'GitHub Enterprise',
    summary: { host: 'github.brambling.example', organisation: 'brambling', repositories: 46 },
  },
  { type: 'webhooks', displayName: 'Webhooks', summary: null },
] as const
