import { integration } from '../kinds/integration.ts'
import { shape } from '../shape/shape.ts'
import { configuredTypes, integrations } from '../upstreams/integrations.ts'
import { type Operation, recordOf } from './operation.ts'
import { notBlank } from '../kind/patterns.ts'

const members = configuredTypes.map((type) => {
  const { config } = integrations[type]
  const required = new Set(config.required)
  const names = Object.keys(config.properties ?? {}).map((key) => (required.has(key) ? key : `${key}?`))
  return `- \`${type}\`: ${names.join(', ')}`
})

const uses = Object.entries(integrations).map(
  ([type, { use }]) => `- \`${type}\`: ${use ?? 'configuration only.'}`,
)

const path = '/integrations/{type}'

/** Webhooks are separate records. */
const configurable = { type: { enum: configuredTypes } }

export const listIntegrations = {
  id: 'listIntegrations',
  method: 'GET',
  path: '/integrations',
  summary: 'List integrations',
  about: `What svc uses each for. For those that are configuration only, nothing is sent or fetched except by their test:\n\n${uses.join('\n')}`,
  group: integration.group,
  scope: 'read',
  success: {
    status: 200,
    about: 'All types, configured or not, in a fixed order.',
    schema: shape.object({ integrations: shape.array(recordOf(integration)) }),
  },
} as const satisfies Operation

export const getIntegration = {
  id: 'getIntegration',
  method: 'GET',
  path,
  summary: 'Get an integration',
  about: 'Without credentials: webhook URLs, tokens and accounts are never returned.',
  group: integration.group,
  scope: 'read',
  success: { status: 200, about: 'The integration.', schema: recordOf(integration) },
} as const satisfies Operation

export const configureIntegration = {
  id: 'configureIntegration',
  method: 'PUT',
  path,
  params: configurable,
  summary: 'Configure an integration',
  about:
    'Replaces the whole configuration. Webhooks are configured under `/webhooks` instead. Store a secret in the vault first, and give its keyword here. ' +
    'Needs the admin scope, which only personal tokens can have.',
  group: integration.group,
  scope: 'admin',
  body: shape.object(
    {
      displayName: shape.nullable(
        shape.text({
          minLength: 1,
          maxLength: 200,
          pattern: notBlank,
          description: 'Its display name. If omitted, it stays as it is; null resets it to the default.',
        }),
      ),
      config: shape.anyObject({ description: `The settings of each type:\n\n${members.join('\n')}` }),
    },
    { required: [], title: 'IntegrationInput' },
  ),
  bodyExample: { config: integrations.slack.example },
  success: { status: 200, about: 'The updated integration.', schema: recordOf(integration) },
} as const satisfies Operation

export const deleteIntegration = {
  id: 'deleteIntegration',
  method: 'DELETE',
  path,
  params: configurable,
  summary: 'Delete the configuration of an integration',
  group: integration.group,
  scope: 'admin',
  success: { status: 204, about: 'It is no longer configured.' },
} as const satisfies Operation

export const testIntegration = {
  id: 'testIntegration',
  asksOutside: true,
  method: 'POST',
  path: `${path}/test`,
  summary: 'Test an integration',
  about: 'Looks up its keywords in the vault and connects with them. Nothing is changed on the other side.',
  group: integration.group,
  scope: 'admin',
  success: {
    status: 200,
    about: 'Whether it works, with an explanation in one sentence.',
    schema: shape.object(
      {
        ok: shape.boolean({ description: 'Whether it works.' }),
        message: shape.text({ description: 'The result in one sentence.' }),
      },
      { title: 'IntegrationTest', examples: [{ ok: true, message: 'Jira accepts the credential.' }] },
    ),
  },
} as const satisfies Operation
