import { configurationOnly, type IntegrationType, integrationTypes, integrationUses } from '@svc/model'

const what: Readonly<Record<IntegrationType, string>> = {
  slack: 'A workspace and its channels.',
  jira: 'The projects of a Jira site.',
  envSync: 'Variables of environments, with values from the vault.',
  observability: 'Where figures are kept.',
  deployment: 'What is deployed to, and the credentials for it.',
  vcs: 'Where the source is.',
  webhooks: 'Endpoints of your own.',
}

/** What each is, and what svc does with it. */
export const integrationAbout = Object.fromEntries(
  integrationTypes.map((type) => [type, `${what[type]} ${integrationUses[type] ?? configurationOnly}`]),
) as Readonly<Record<IntegrationType, string>>
