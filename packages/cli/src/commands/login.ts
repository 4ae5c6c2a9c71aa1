import { createClient } from '@svc/client'
import { saveLogin } from '@svc/client/logins'
import { localUrl, modes, tokenScopes } from '@svc/model'
import { defineAction } from '../command.ts'
import { signInByBrowser } from '../login/by-browser.ts'
import { signInByDevice } from '../login/by-device.ts'
import { withAddress } from '../login/credential-at.ts'
import { hasBrowser } from '../login/open-browser.ts'
import { print } from '../output.ts'
import { jsonOption } from '../store-options.ts'
import { readEndpoint, readWords } from '../values.ts'

export const login = defineAction({
  details: `Opens a browser, where you allow svc to act for you. Without a browser, such as over SSH, it shows a code to enter on any device.
Its tokens are renewed while you use them, until you have not for 30 days.
They are kept in the keychain of the operating system where there is one, else in a file that only you can read (SVC_KEYCHAIN=off: always in the file).
Every command that speaks to a server uses them if no token is given, and so does the OpenTofu provider.`,
  options: {
    endpoint: {
      type: 'string',
      value: 'URL',
      about: 'The server to sign in to',
      env: 'SVC_ENDPOINT',
      default: localUrl,
    },
    mode: { type: 'string', value: 'MODE', about: 'Live or test data', oneOf: modes, default: 'live' },
    scopes: {
      type: 'string',
      value: 'LIST',
      about: `What it may do: ${tokenScopes.join(', ')}; never more than you may`,
      default: tokenScopes.join(),
    },
    device: { type: 'boolean', about: 'Show a code instead of opening a browser' },
    ...jsonOption,
  },
  examples: [
    ['svc login --endpoint https://svc.example.com', 'sign in to a server'],
    ['svc login --device --scopes read', 'from a machine without a browser, to read only'],
  ],
  async run({ values, io }) {
    const endpoint = readEndpoint(values.endpoint)
    const scopes = readWords(values.scopes, { source: '--scopes', allowed: tokenScopes })
    const asking = { endpoint, mode: values.mode, scope: scopes.join(' '), io }
    return withAddress(async () => {
      const byBrowser = values.device || !hasBrowser(io.env) ? undefined : await signInByBrowser(asking)
      const tokens = byBrowser ?? (await signInByDevice(asking))
      const kept = await saveLogin(endpoint, io.env, tokens)
      const client = createClient({ endpoint, token: tokens.accessToken })
      const { organisation, user, partition, scopes: granted } = await client.call('getMe')
      print(io, {
        json: values.json,
        value: { endpoint, organisation, user, mode: partition, scopes: granted, kept },
        text: () =>
          `Signed in to ${organisation.name} at ${endpoint} as ${user?.email}, on ${partition} data, to ${granted.join(', ')}. ` +
          (kept === 'keychain' ? 'Kept in the keychain.' : 'Kept in a file that only you can read.'),
      })
      return undefined
    })
  },
})
