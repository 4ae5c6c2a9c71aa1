import { basename } from 'node:path'
import {
  faultsOf,
  type Kinds,
  kinds,
  type Mode,
  needsHost,
  schemasOf,
  secretTypes,
  type Stored,
  type VaultUse,
  vaultUseTypes,
  counted,
} from '@svc/model'
import { type Command, defineCommand } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import { checkedKeySource, masterKeyOption } from '../master-key.ts'
import { modeOption } from '../mode-option.ts'
import { contextFor, organisationFor } from '../organisation.ts'
import { minute, print, printCreated, table } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { givenAs, readValue } from '../vault-value.ts'
import { type Opened, withStore } from '../with-store.ts'

type Secret = Stored<Kinds['secret']>

const put = defineCommand({
  name: 'put',
  summary: 'Put a value into the vault, or replace the value of a keyword.',
  details: `The value is read from a pipe or a file, never from the command line, and is encrypted at once. The final line break of
a text is left out.`,
  operands: [{ value: 'NAME', about: 'the display name' }],
  options: {
    keyword: {
      type: 'string',
      value: 'WORD',
      about: 'What other records refer to it by: a lower-case identifier',
      required: true,
    },
    type: {
      type: 'string',
      value: 'TYPE',
      about: 'The type of item; by default text, or file with --file',
      oneOf: secretTypes,
    },
    file: {
      type: 'string',
      value: 'FILE',
      about: 'The file with the value; by default it is read from standard input',
    },
    category: { type: 'string', value: 'NAME', about: 'Its category' },
    'deployment-only': { type: 'boolean', about: 'Only deployments may use it' },
    uses: {
      type: 'string',
      value: 'USES',
      about: 'What it may be used for, and the host it may be sent to: TYPE@HOST, separated by commas',
    },
    ...modeOption,
    ...orgOption,
    ...masterKeyOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['printf %s "$KEY" | svc vault put "PagerDuty key" --keyword pagerduty', 'a text from a pipe'],
    [
      'svc vault put "Jira token" --keyword jira --uses jira@acme.atlassian.net < token.txt',
      'only for Jira, only to that host',
    ],
    [
      'svc vault put "Upload key" --keyword play-upload --type keystore --file upload.jks',
      'the bytes of a file',
    ],
  ],
  async run({ values, operands: [name = ''], io }) {
    const { keyword, file, category } = values
    const type = values.type ?? (file === undefined ? 'text' : 'file')
    const fields = {
      name,
      type,
      keyword,
      ...(category !== undefined && { category }),
      ...(values['deployment-only'] && { deploymentOnly: true }),
      ...(file !== undefined && { fileName: basename(file) }),
    }
    const [fault] = faultsOf(schemasOf(kinds.secret).create, fields)
    if (fault) throw new UsageError(`${sourceOf(fault.path)} ${fault.message}.`)
    const uses = readUses(values.uses)
    const given = { ...givenAs(type, await readValue(file, io)), ...(uses && { uses }) }
    const made = await withStore(values, async (opened) => {
      const { store, server } = opened
      const vault = server.createVault(store, server.openMasterKeys(checkedKeySource(server, values, io.env)))
      return server.putSecret(await contextFor(opened, values), vault, { keyword, fields, given })
    })
    const value = { secretId: String(made.record.id), keyword, isNew: made.isNew }
    const text = () => `${made.isNew ? 'Put' : 'Replaced'} ${keyword} (${value.secretId}).`
    printCreated(io, { json: values.json, value, text })
    return undefined
  },
})

/** `jira@acme.atlassian.net`, or a type alone if the value is not sent to a host named in a record. */
function readUses(given: string | undefined): readonly VaultUse[] | undefined {
  return given?.split(',').map((part) => {
    const text = part.trim()
    const [name, host = null] = text.split('@', 2)
    const type = vaultUseTypes.find((one) => one === name)
    if (!type || (host === null && needsHost(type)))
      throw new UsageError(
        `--uses must be TYPE@HOST or TYPE, not ${JSON.stringify(text)}. Types: ${vaultUseTypes.join(', ')}; a host is needed for ${vaultUseTypes.filter(needsHost).join(', ')}.`,
      )
    return { type, host }
  })
}

const sourceOf = ([key]: readonly (string | number)[]): string =>
  key === 'name' ? 'NAME' : key === 'fileName' ? "The file's name" : `--${key}`

const list = defineCommand({
  name: 'list',
  summary: 'List what is in the vault; the values themselves are never shown.',
  options: { ...modeOption, ...orgOption, ...storeOptions, ...jsonOption },
  examples: [['svc vault list', 'by name, with keywords']],
  async run({ values, io }) {
    const value = await withStore(values, async (opened) => items(opened, values))
    const text = () =>
      table(
        value,
        {
          id: ({ id }) => id,
          name: (item) => item.name,
          keyword: ({ keyword }) => keyword ?? '-',
          type: ({ type }) => type,
          category: ({ category }) => category ?? '-',
          uses: ({ uses }) => uses?.map(wordsOf).join(', ') || '-',
          begins: ({ maskedPreview }) => maskedPreview ?? '-',
          changed: ({ updatedAt }) => minute(updatedAt),
        },
        'The vault is empty: add a value with "svc vault put".',
      )
    print(io, { json: values.json, value, text })
    return undefined
  },
})

const wordsOf = ({ type, host }: VaultUse): string => (host === null ? type : `${type}@${host}`)

async function items(
  opened: Opened,
  { org, mode }: { readonly org: string | undefined; readonly mode: Mode },
): Promise<readonly Secret[]> {
  const { partitions } = await organisationFor(opened, org)
  const held = await opened.store.records(partitions[mode]).list(kinds.secret, { where: [] })
  return held.map(({ record }) => record as Secret)
}

const rotateKey = defineCommand({
  name: 'rotate-key',
  summary: 'Create a new master key and re-encrypt every value with it, even while the server is running.',
  details: `It may be interrupted at any time: the next run continues. The old keys stay in the key file, because earlier backups
need them; back up the file again. With SVC_MASTER_KEY you create the keys yourself: set "OLD,NEW" on every server, then
"NEW,OLD", then run this with the same, and remove OLD.`,
  options: { ...masterKeyOption, ...storeOptions, ...jsonOption },
  examples: [
    ['svc vault rotate-key', 'then back up master.key again'],
    ['svc vault rotate-key --json', '{keyId, isNew, rewrapped, unreadable}'],
  ],
  async run({ values, io }) {
    const rotation = await withStore(values, async ({ store, server }) => {
      const keys = server.openMasterKeys(checkedKeySource(server, values, io.env))
      const done = await server.rotateMasterKey(store, keys)
      await server.resealWebhooks(store, keys)
      await server.resealFactors(store, keys)
      await server.resealMails(store, keys)
      await server.resealSamlKeys(store, keys)
      const lost = await server.findLostKeys(store, keys)
      return { ...done, unreadable: lost.reduce((sum, { count }) => sum + count, 0) }
    })
    const { keyId, isNew, rewrapped, unreadable } = rotation
    const text = () =>
      `${counted(rewrapped, 'value')} encrypted with the ${isNew ? 'new ' : ''}master key ${keyId}. Back up the key file.`
    print(io, { json: values.json, value: rotation, text })
    if (unreadable > 0) {
      throw new Failure(
        `${counted(unreadable, 'value')} skipped, encrypted with master keys that are missing: restore those keys and run this again.`,
      )
    }
    return undefined
  },
})

export const vaultCommands: readonly Command[] = [put, list, rotateKey]
