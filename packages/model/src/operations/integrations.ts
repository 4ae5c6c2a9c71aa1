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

/** Webhooks are records of their own. */
const configurable = { type: { enum: configuredTypes } }

export const listIntegrations = {
  id: 'listIntegrations',
  method: 'GET',
  path: '/integrations',
  summary: 'List integrations',
  about: `What svc does with each; where it is configuration only, nothing is sent or fetched with it but by its test:\n\n${uses.join('\n')}`,
  group: integration.group,
  scope: 'read',
  success: {
    status: 200,
    about: 'All types there are, configured or not, in a fixed order.',
    schema: shape.object({ integrations: shape.array(recordOf(integration)) }),
  },
} as const satisfies Operation

export const getIntegration = {
  id: 'getIntegration',
  method: 'GET',
  path,
  summary: 'Read an integration',
  about: 'What may be seen of it. Addresses of webhooks, tokens and accounts are never shown.',
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
    'Replaces the whole configuration. Webhooks are configured under `/webhooks` instead. A secret goes into the vault first; here its keyword is named. ' +
    'Needs the admin scope, which only a personal token can carry.',
  group: integration.group,
  scope: 'admin',
  body: shape.object(
    {
      displayName: shape.nullable(
        shape.text({
          minLength: 1,
          maxLength: 200,
          pattern: notBlank,
          description:
            'What people call it. Where it is left out, it stays; null brings the usual name back.',
        }),
      ),
      config: shape.anyObject({ description: `What a type is configured with:\n\n${members.join('\n')}` }),
    },
    { required: [], title: 'IntegrationInput' },
  ),
  bodyExample: { config: integrations.slack.example },
  success: { status: 200, about: 'The integration as it is now.', schema: recordOf(integration) },
} as const satisfies Operation

export const deleteIntegration = {
  id: 'deleteIntegration',
  method: 'DELETE',
  path,
  params: configurable,
  summary: 'Remove the configuration of an integration',
  group: integration.group,
  scope: 'admin',
  success: { status: 204, about: 'It is not configured any more.' },
} as const satisfies Operation

export const testIntegration = {
  id: 'testIntegration',
  asksOutside: true,
  method: 'POST',
  path: `${path}/test`,
  summary: 'Try an integration out',
  about: 'Looks its keywords up in the vault and asks the other side with them. Nothing is changed there.',
  group: integration.group,
  scope: 'admin',
  success: {
    status: 200,
    about: 'Whether it works, and in one sentence why.',
    schema: shape.object(
      {
        ok: shape.boolean({ description: 'Whether it works.' }),
        message: shape.text({ description: 'In one sentence.' }),
      },
      { title: 'IntegrationTest', examples: [{ ok: true, message: 'Jira knows the account.' }] },
    ),
  },
} as const satisfies Operation
