import { kinds, tokenScopes } from '@svc/model'
import { type Command, defineCommand } from '../command.ts'
import { credentialCommands } from '../credential-commands.ts'
import { newCredentialOptions, readNewCredential } from '../new-credential.ts'
import { organisationFor } from '../organisation.ts'
import { printCreated } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { readEmail } from '../values.ts'
import { withStore } from '../with-store.ts'

const create = defineCommand({
  name: 'create',
  summary: 'Create a personal access token for a member.',
  details:
    'It never does more than the member’s role allows. Only its digest is stored, so it is shown only once.',
  options: {
    email: { type: 'string', value: 'EMAIL', about: 'The member it is for', required: true },
    ...newCredentialOptions(tokenScopes),
    ...orgOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc token create --email ada@example.com --scopes read,write --expires 90d', 'shows the token, once'],
    ['svc token create --email ada@example.com --mode test | jq -r .token', 'a program gets JSON: {token}'],
    ['svc token create --email ada@example.com --json', '{token}'],
  ],
  async run({ values, io }) {
    const input = { email: readEmail(values.email), ...readNewCredential(values, tokenScopes) }
    const { token } = await withStore(values, async (opened) => {
      const { id } = await organisationFor(opened, values.org)
      return opened.server.issueToken(opened.store, { organisationId: id, ...input })
    })
    printCreated(io, { json: values.json, value: { token }, text: () => token })
    return undefined
  },
})

export const tokenCommands: readonly Command[] = [
  create,
  ...credentialCommands({ kind: kinds.token, group: 'token', word: 'token', exampleId: 'tok_…' }),
]
