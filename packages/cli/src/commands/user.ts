import { CatalogError, type Kinds, kinds, roles, type Stored } from '@svc/model'
import { type Command, defineCommand, type Values } from '../command.ts'
import { Failure } from '../failure.ts'
import { organisationFor } from '../organisation.ts'
import { minute, print, printCreated, table } from '../output.ts'
import { publicUrlOption, readPublicUrl } from '../place-options.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { readEmail, readEndpoint, readName, readPort } from '../values.ts'
import { withStore } from '../with-store.ts'
import { handOver, warnAboutResponsibilities } from './hand-over.ts'
import { listenOptions } from './serve.ts'

type User = Stored<Kinds['user']>

const common = { ...orgOption, ...storeOptions, ...jsonOption }
const email = { type: 'string', value: 'EMAIL', about: 'Whose', required: true } as const
const role = {
  type: 'string',
  value: 'ROLE',
  about: 'Their role',
  oneOf: roles,
  required: true,
} as const

/** Whoever can run this can grant access anyway: it warns of a lock-out, but does not prevent a rescue. */
const force = {
  force: { type: 'boolean', about: 'Do it even if required SSO needs them as a break-glass member' },
} as const

const add = defineCommand({
  name: 'add',
  summary: 'Add a member.',
  options: {
    email: { ...email, about: 'Their e-mail address' },
    role,
    name: { type: 'string', value: 'NAME', about: 'Their name' },
    ...common,
  },
  examples: [
    [
      'svc user add --email grace@example.com --role member --name "Grace Hopper"',
      'in the only organisation',
    ],
    ['svc user add --org org_… --email ci@example.com --role viewer --json', '{userId}'],
  ],
  async run({ values, io }) {
    const address = readEmail(values.email)
    const name = values.name === undefined ? null : readName(values.name)
    const user = await withStore(values, async (opened) => {
      const { id } = await organisationFor(opened, values.org)
      return opened.server.addUser(opened.store, id, { email: address, role: values.role, name })
    })
    const text = () => `Added ${address} as ${values.role}: ${user.id}`
    printCreated(io, { json: values.json, value: { userId: user.id }, text })
    return undefined
  },
})

const list = defineCommand({
  name: 'list',
  summary: 'List the members.',
  options: common,
  examples: [['svc user list', 'of the only organisation']],
  async run({ values, io }) {
    const users = await withStore(values, async (opened) => {
      const { home } = await organisationFor(opened, values.org)
      const held = await opened.store.records(home).list(kinds.user, { where: [] })
      return held.map(({ record }) => record as User)
    })
    const value = users.map(({ id, email, displayName, role, isActive }) => ({
      id,
      email,
      displayName,
      role,
      isActive,
    }))
    const text = () =>
      table(
        value,
        {
          id: ({ id }) => id,
          email: ({ email }) => email ?? '-',
          role: ({ role }) => role ?? '-',
          active: ({ isActive }) => (isActive ? 'yes' : 'no'),
          name: ({ displayName }) => displayName ?? '-',
        },
        'Nobody is a member yet.',
      )
    print(io, { json: values.json, value, text })
    return undefined
  },
})

const setRole = defineCommand({
  name: 'set-role',
  summary: 'Change a member’s role; it applies to their tokens at once.',
  options: { email, role, ...force, ...common },
  examples: [
    [
      'svc user set-role --email grace@example.com --role admin',
      'their tokens may have the admin scope from then on',
    ],
  ],
  async run({ values, io }) {
    const user = await change(values, { role: values.role })
    const text = () => `${user.email} is ${user.role} now.`
    print(io, { json: values.json, value: { userId: user.id, role: user.role }, text })
    return undefined
  },
})

interface ActiveWords {
  readonly summary: string
  readonly example: string
  readonly options?: typeof force
}

const setActive = (name: string, isActive: boolean, words: ActiveWords) =>
  defineCommand({
    name,
    summary: words.summary,
    options: { email, ...words.options, ...common },
    examples: [[`svc user ${name} --email grace@example.com`, words.example]],
    async run({ values, io }) {
      const user = await change(values, { isActive })
      const text = () => `${user.email} is ${user.isActive ? 'active' : 'deactivated'} now.`
      if (!isActive) await warnAboutResponsibilities(values, user, io)
      print(io, { json: values.json, value: { userId: user.id, isActive: user.isActive }, text })
      return undefined
    },
  })

const link = defineCommand({
  name: 'link',
  summary: 'Create a one-time link for a member to choose a password.',
  details:
    'For members who have lost their password, and for the owner of a server started with SVC_BOOTSTRAP_TOKEN.\n' +
    'It works once, within 7 days; a newer link replaces it. The current password remains valid until then.\n' +
    'With --force it also opens an account that must sign in through an identity provider, within a day; the audit log says so.',
  options: {
    email,
    endpoint: {
      type: 'string',
      value: 'URL',
      about: 'The address of the console, if it is not the public URL',
    },
    ...publicUrlOption,
    port: { ...listenOptions.port, about: 'Without a public URL: the port of http://localhost' },
    force: { type: 'boolean', about: 'Do it even if they must sign in through an identity provider' },
    ...common,
  },
  examples: [
    ['svc user link --email ada@example.com', 'shows the link, once'],
    [
      'svc user link --org org_… --email ada@example.com --endpoint https://svc.example.com',
      'for one of several',
    ],
    ['svc user link --email ada@example.com --json', '{userId, link, expiresAt}'],
  ],
  async run({ values, io }) {
    const address = readEmail(values.email)
    const publicUrl = await readPublicUrl(values['public-url'])
    const endpoint =
      values.endpoint === undefined
        ? (publicUrl?.url ?? `http://localhost:${readPort(values.port)}`)
        : readEndpoint(values.endpoint)
    const made = await withStore(values, async (opened) => {
      const { id } = await organisationFor(opened, values.org)
      const evenIfRequired = values.force === true
      return opened.server.issueLink(opened.store, { organisationId: id, email: address, evenIfRequired })
    }).catch(suggestForce)
    const value = { ...made, link: `${endpoint}/join#${made.link}` }
    const text = () => `${value.link}\nFor ${address}, until ${minute(made.expiresAt)} UTC.`
    printCreated(io, { json: values.json, value, text })
    return undefined
  },
})

const resetFactors = defineCommand({
  name: 'reset-factors',
  summary: 'Remove a member’s authenticator app, passkeys and recovery codes, and end their sessions.',
  details:
    'For members who have lost them all: make sure first that it is them who asks. The audit log says that svc did it.\n' +
    'The password stays; if the organisation requires a second factor, they add a new one after signing in.',
  options: { email, ...common },
  examples: [
    ['svc user reset-factors --email grace@example.com', 'their password alone signs in again'],
    ['svc user reset-factors --email grace@example.com --json', '{userId, hadFactors}'],
  ],
  async run({ values, io }) {
    const address = readEmail(values.email)
    const value = await withStore(values, async (opened) => {
      const { id } = await organisationFor(opened, values.org)
      return opened.server.resetUserFactors(opened.store, { organisationId: id, email: address })
    })
    const text = () =>
      value.hadFactors
        ? `${address} has no second factors any more, and is signed out everywhere.`
        : `${address} had no second factors. They are signed out everywhere.`
    print(io, { json: values.json, value, text })
    return undefined
  },
})

async function change(
  values: Values<typeof common> & { readonly email: string; readonly force?: unknown },
  changes: Partial<Pick<User, 'role' | 'isActive'>>,
): Promise<User> {
  const address = readEmail(values.email)
  return withStore(values, async (opened) => {
    const { id } = await organisationFor(opened, values.org)
    const who = { organisationId: id, email: address }
    return opened.server.changeUser(opened.store, who, changes, { evenIfNeeded: values.force === true })
  }).catch(suggestForce)
}

function suggestForce(error: unknown): never {
  const isNeeded = error instanceof CatalogError && error.code === 'still_needed'
  throw isNeeded ? new Failure(`${error.message} Use --force to do it anyway.`) : error
}

export const userCommands: readonly Command[] = [
  add,
  list,
  link,
  resetFactors,
  setRole,
  setActive('deactivate', false, {
    summary: 'Deactivate a member: all their tokens are refused.',
    example: 'at once, on every server',
    options: force,
  }),
  setActive('activate', true, {
    summary: 'Reactivate a deactivated member.',
    example: 'they can sign in again; tokens that ended stay ended',
  }),
  handOver,
]
