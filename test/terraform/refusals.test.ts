import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { useApp } from '@svc/server/testing'
import { abandoned, serve } from '../../packages/client/src/testing/loopback.ts'
import { startByHand } from './attached-provider.ts'
import { useProvider } from './built-provider.ts'
import { countRecords } from './catalog-records.ts'
import { workspaceFor } from './catalog-workspace.ts'
import { apply, hasNothingToDo, plan, succeeded } from './commands.ts'
import { assertComplaints } from './complaints.ts'
import { withNewestTofu } from './each-tofu.ts'

const provider = useProvider()

const refused = (name: string): Promise<string> =>
  readFile(new URL(`refused/${name}.tf`, import.meta.url), 'utf8')

const anything = 'resource "svc_team" "any" {\n  name = "Any"\n}\n'

const unknownToken = `svc_pat_live_${'a'.repeat(40)}`

const withEndpoint = (endpoint: string, words: string): string =>
  `provider "svc" {\n  endpoint = "${endpoint}" #! ${words}\n}\n`

/** What a provider is told by its environment. */
type Settings = Readonly<Record<string, string>>

const wrongSettings: readonly {
  readonly about: string
  readonly settings: string
  readonly command?: 'validate' | 'plan'
  readonly env?: Settings
}[] = [
  {
    about: 'no token',
    settings: 'provider "svc" { #! or set the environment variable SVC_API_TOKEN\n}\n',
    env: { SVC_API_TOKEN: '' },
  },
  {
    about: 'a token of another service',
    settings: 'provider "svc" {\n  token = "hunter2" #! Invalid token\n}\n',
    command: 'validate',
  },
  {
    about: 'a token that the service does not know',
    settings: 'provider "svc" { #! does not accept this token\n}\n',
    env: { SVC_API_TOKEN: unknownToken },
  },
  {
    about: 'an endpoint that is no address',
    settings: withEndpoint('svc.example.com', 'endpoint must be a URL such as https://'),
    command: 'validate',
  },
]

await withNewestTofu((tofu) => {
  const app = useApp('sqlite')

  /** A workspace with one file, and what a command has to say about it to a provider with these settings. */
  async function newPlace(t: TestContext, settings: Settings = {}) {
    const organisation = await app.organisation()
    const providerWith = async (changed: Settings) => {
      const own = { SVC_ENDPOINT: app.url, SVC_API_TOKEN: organisation.ownerToken }
      return (await startByHand(t, provider, { ...own, ...changed })).env
    }
    const started = await workspaceFor(t, { app, tofu, provider }, organisation)
    const workspace = started.with(await providerWith(settings))
    const refuses = async (configuration: string, command: readonly string[], env = {}) => {
      await workspace.write('main.tf', configuration)
      const run = await workspace.run([...command, '-json'], { env })
      assertComplaints(run, configuration)
      return run
    }
    return { organisation, workspace, providerWith, refuses }
  }

  test('validate rejects what can be known beforehand, without a service', async (t) => {
    const { refuses } = await newPlace(t, { SVC_ENDPOINT: '', SVC_API_TOKEN: '' })
    await refuses(await refused('on-validate'), ['validate'])
  })

  test('plan rejects look-ups that find nothing, or more than one record', async (t) => {
    const { organisation, refuses } = await newPlace(t)
    for (const name of ['Twins', 'Twins']) await organisation.owner.post('/teams', { name })
    await refuses(await refused('on-plan'), ['plan'])
  })

  test('apply rejects what only the service knows, and keeps what was created', async (t) => {
    const { organisation, workspace, refuses } = await newPlace(t)
    await refuses(await refused('on-apply'), ['apply', '-auto-approve'])
    const made = ['svc_oncall_binding.first', 'svc_team.payments']
    assert.deepEqual((await workspace.state()).map(({ address }) => address).toSorted(), made)
    assert.equal(await countRecords(organisation.owner), made.length)
    const { resource_changes } = await plan(workspace)
    const kept = resource_changes.filter(({ change }) => change.actions[0] === 'no-op')
    assert.deepEqual(kept.map(({ address }) => address).toSorted(), made)
  })

  test('a change that the service rejects leaves the object and the state as they were', async (t) => {
    const { organisation, workspace, refuses } = await newPlace(t)
    await workspace.write('main.tf', 'resource "svc_team" "payments" {\n  name = "Payments"\n}\n')
    await apply(workspace)
    const wrong = `resource "svc_team" "payments" {
  name     = "Pay"
  lead_uid = "usr_nobody" #! Could not change the team "Payments": lead_uid names the user "usr_nobody"
}`
    await refuses(wrong, ['apply', '-auto-approve'])
    const [{ values } = {}] = await workspace.state()
    const { body } = await organisation.owner.get(`/teams/${values?.id}`)
    assert.deepEqual([values?.name, body.name, body.leadUid], ['Payments', 'Payments', null])
  })

  for (const { about, settings, command = 'plan', env = {} } of wrongSettings) {
    test(`a provider with ${about} says so, where the setting is`, async (t) => {
      const { refuses } = await newPlace(t, env)
      const { stdout, stderr } = await refuses(`${settings}\n${anything}`, [command])
      assert.ok(!`${stdout}${stderr}`.includes(unknownToken))
    })
  }

  test('a provider reports that nothing responds, or something other than svc', async (t) => {
    const { refuses } = await newPlace(t)
    const stranger = await serve(t, (_, response) => void response.end('<h1>Welcome</h1>'))
    await refuses(`${withEndpoint(await abandoned(), 'svc cannot be reached')}\n${anything}`, ['plan'])
    await refuses(`${withEndpoint(stranger.url, 'This is not svc')}\n${anything}`, ['plan'])
  })

  test('a token that does not match the state changes nothing', async (t) => {
    const { organisation, workspace, providerWith, refuses } = await newPlace(t)
    await workspace.write('main.tf', anything)
    await apply(workspace)
    const test = await organisation.person('owner', { mode: 'test' })
    const { owner: stranger } = await app.organisation()
    for (const [{ token }, words] of [
      [test, 'The state contains live data, but the token is a test token'],
      [stranger, 'The state contains objects of another organisation'],
    ] as const) {
      const wrong = anything.replace('{', `{ #! ${words}`)
      const env = await providerWith({ SVC_API_TOKEN: token ?? '' })
      for (const command of [['plan'], ['apply', '-auto-approve'], ['destroy', '-auto-approve']]) {
        await refuses(wrong, command, env)
      }
    }
    await workspace.write('main.tf', anything)
    await hasNothingToDo(workspace)
    assert.equal(await countRecords(organisation.owner), 1)
  })

  test('a token that may only read can plan and not apply', async (t) => {
    const { organisation, workspace, providerWith, refuses } = await newPlace(t)
    const { token = '' } = await organisation.key({ scopes: ['read'] })
    const env = await providerWith({ SVC_API_TOKEN: token })
    await workspace.write('main.tf', anything)
    succeeded(await workspace.run(['plan'], { env }))
    const words = 'This needs the scope write'
    await refuses(anything.replace('{', `{ #! ${words}`), ['apply', '-auto-approve'], env)
    assert.deepEqual(await workspace.state(), [])
  })
})
