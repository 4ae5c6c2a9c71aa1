import assert from 'node:assert/strict'
import { cp, glob, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createOrganisation } from '@svc/server'
import { clientOf, clockBetweenJobs, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { assertHeld, countRecords } from './catalog-records.ts'
import { attachedWorkspaceFor, providerFor, workspaceFor } from './catalog-workspace.ts'
import { apply, destroy, hasNothingToDo, outputsOf, plan, succeeded } from './commands.ts'
import { withEachTofu } from './each-tofu.ts'
import type { Workspace } from './tofu/workspace.ts'

const provider = useProvider()
const root = fileURLToPath(new URL('../../packages/provider/examples', import.meta.url))

interface Example {
  /** Its folder below the root. */
  readonly place: string
  readonly text: string
  /** What it must be given. */
  readonly variables: readonly string[]
}

const examples = await allExamples()

/** Write-only attributes and ephemeral variables, which OpenTofu has since 1.11. */
const needsNewer = 'resources/svc_scim_token'

/** Others will do with anything. */
const values: Readonly<Record<string, string>> = { scim_secret: `svc_scim_${'0123456789abcdef'.repeat(3)}` }

await withEachTofu((tofu, wanted) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  /** As `svc serve` makes it on an empty database: examples may count on its owner. */
  async function firstOrganisation() {
    const made = await createOrganisation(app.store, { name: 'First', ownerEmail: 'owner@example.com' })
    assert.ok(made)
    const owner = clientOf(app.url, made.token)
    return { ownerToken: made.token, owner }
  }

  const surroundings = { app, tofu, provider }

  const shown = examples.filter(({ place }) => wanted === 'newest' || place !== needsNewer)

  async function allIn(workspace: Workspace): Promise<Workspace> {
    await cp(root, join(workspace.dir, 'examples'), { recursive: true })
    return workspace
  }

  async function oneIn(workspace: Workspace, place: string): Promise<Workspace> {
    await rm(join(workspace.dir, 'requirements.tf'))
    await cp(join(root, place), workspace.dir, { recursive: true })
    return workspace
  }

  test('all are formatted and valid', async (t) => {
    const workspace = await allIn(await attachedWorkspaceFor(t, surroundings, await firstOrganisation()))
    succeeded(await workspace.run(['fmt', '-check', '-diff', '-recursive', 'examples']))
    await includeAll(workspace, shown)
    succeeded(await workspace.run(['validate']))
  })

  test('those of resources can be applied and destroyed', async (t) => {
    const organisation = await firstOrganisation()
    // Every resource is shown with the newest by a walk that starts the provider as often.
    const newWorkspace = wanted === 'newest' ? attachedWorkspaceFor : workspaceFor
    const workspace = await allIn(await newWorkspace(t, surroundings, organisation))
    await includeAll(
      workspace,
      shown.filter(({ place }) => place === 'getting-started' || place.startsWith('resources/')),
    )
    await apply(workspace)
    await hasNothingToDo(workspace)
    await destroy(workspace)
    assert.equal(await countRecords(organisation.owner), 0)
  })

  test('the whole catalog can be applied, adopted by another state, and destroyed', async (t) => {
    const organisation = await firstOrganisation()
    const { owner } = organisation
    const { env } = await providerFor(t, surroundings, organisation)
    const empty = async () => (await workspaceFor(t, surroundings, organisation)).with(env)
    const catalog = await oneIn(await empty(), 'catalog')
    await apply(catalog)
    await hasNothingToDo(catalog)
    const state = (await catalog.state()).filter(({ mode }) => mode === 'managed')
    await assertHeld(state, owner)

    const inventory = await oneIn(await empty(), 'adopting')
    await apply(inventory)
    const adopted = await empty()
    await adopted.write('imports.tf', String((await outputsOf(inventory)).imports))
    const { resource_changes: changes } = await plan(adopted, ['-generate-config-out=generated.tf'])
    assert.ok(changes.every(({ change }) => change.importing && change.actions[0] === 'no-op'))
    assert.equal(changes.length, state.length)

    await destroy(catalog)
    assert.equal(await countRecords(owner), 0)
  })
})

test('an import command imports something that its example has', async () => {
  for await (const file of glob('resources/*/import.sh', { cwd: root })) {
    const command = await readFile(join(root, file), 'utf8')
    const [, type, name] = /^tofu import (\w+)\.(\w+) \w+\n$/.exec(command) ?? []
    const { text = '' } = examples.find(({ place }) => place === dirname(file)) ?? {}
    assert.ok(text.includes(`resource "${type}" "${name}"`), file)
  }
})

async function allExamples(): Promise<readonly Example[]> {
  const texts = new Map<string, string>()
  for await (const file of glob('**/*.tf', { cwd: root })) {
    const place = dirname(file)
    texts.set(place, (texts.get(place) ?? '') + (await readFile(join(root, file), 'utf8')))
  }
  return Array.from(texts, ([place, text]) => ({
    place,
    text,
    variables: Array.from(text.matchAll(/^variable "(\w+)"/gm), ([, name = '']) => name),
  }))
}

/** All of them at once, each as a module: equivalent to one by one, with a hundred fewer commands. */
async function includeAll(workspace: Workspace, included: readonly Example[]): Promise<void> {
  const module = included.map(({ place, variables }) => [
    place.replaceAll('/', '-'),
    {
      source: `./examples/${place}`,
      ...Object.fromEntries(variables.map((name) => [name, values[name] ?? 'anything'])),
    },
  ])
  await workspace.write('main.tf.json', JSON.stringify({ module: Object.fromEntries(module) }, null, 2))
  succeeded(await workspace.run(['get']))
}
