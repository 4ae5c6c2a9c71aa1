import { keyScopes, kinds } from '@svc/model'
import { type Command, defineCommand } from '../command.ts'
import { credentialCommands } from '../credential-commands.ts'
import { newCredentialOptions, readNewCredential } from '../new-credential.ts'
import { organisationFor } from '../organisation.ts'
import { printCreated } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { withStore } from '../with-store.ts'

const create = defineCommand({
  name: 'create',
  summary: 'Create an API key of an organisation, for machines.',
  details: 'It can never delete or administer. Only its digest is stored, so it is shown only once.',
  options: {
    ...newCredentialOptions(keyScopes),
    ...orgOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc key create --scopes read,write --name ci', 'shows the key, once'],
    ['svc key create --org org_… --mode test --scopes ingest --json', '{key}'],
  ],
  async run({ values, io }) {
    const input = readNewCredential(values, keyScopes)
    const { key } = await withStore(values, async (opened) => {
      const { id } = await organisationFor(opened, values.org)
      return opened.server.issueKey(opened.store, { organisationId: id, ...input })
    })
    printCreated(io, { json: values.json, value: { key }, text: () => key })
    return undefined
  },
})

export const keyCommands: readonly Command[] = [
  create,
  ...credentialCommands({ kind: kinds.apiKey, group: 'key', word: 'API key', exampleId: 'key_…' }),
]
