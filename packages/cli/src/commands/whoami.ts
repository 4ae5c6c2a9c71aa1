import { defineAction } from '../command.ts'
import { clientAt } from '../login/credential-at.ts'
import { endpointOf, endpointOption } from '../login/endpoint-option.ts'
import { print } from '../output.ts'
import { jsonOption } from '../store-options.ts'

export const whoami = defineAction({
  details: 'Asks the server, so it also shows whether the credential is still valid.',
  options: {
    ...endpointOption,
    token: { type: 'string', value: 'TOKEN', about: 'A credential for it', env: 'SVC_API_TOKEN' },
    ...jsonOption,
  },
  examples: [['svc whoami', 'as whom commands speak to the server']],
  async run({ values, io }) {
    const endpoint = await endpointOf(values.endpoint, io.env)
    const client = await clientAt(endpoint, { token: values.token, env: io.env })
    const { organisation, user, key, partition: mode, scopes } = await client.call('getMe')
    print(io, {
      json: values.json,
      value: { endpoint, organisation, user, key, mode, scopes },
      text: () =>
        `${user?.email ?? key?.name} of ${organisation.name} at ${endpoint}, on ${mode} data, may ${scopes.join(', ')}.`,
    })
    return undefined
  },
})
