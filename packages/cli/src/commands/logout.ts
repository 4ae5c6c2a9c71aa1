import { forgetLogin } from '@svc/client/logins'
import { defineAction } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { withAddress } from '../login/credential-at.ts'
import { endpointOf, endpointOption } from '../login/endpoint-option.ts'
import { print } from '../output.ts'
import { jsonOption } from '../store-options.ts'

export const logout = defineAction({
  details:
    'Ends the sign-in on the server, and forgets its tokens here even if the server cannot be reached.',
  options: { ...endpointOption, ...jsonOption },
  examples: [['svc logout --endpoint https://svc.example.com', 'sign out of a server']],
  async run({ values, io }) {
    const endpoint = await endpointOf(values.endpoint, io.env)
    const { wasSignedIn, trouble } = await withAddress(() => forgetLogin(endpoint, io.env))
    if (trouble !== undefined)
      io.err(
        `The server was not told: ${sentenceOf(trouble)} End the sign-in of this program on your account page.\n`,
      )
    print(io, {
      json: values.json,
      value: { endpoint, wasSignedIn },
      text: () => (wasSignedIn ? `Signed out of ${endpoint}.` : `You were not signed in to ${endpoint}.`),
    })
    return undefined
  },
})
