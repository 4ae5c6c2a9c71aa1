import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { TestOrganisation } from '@svc/server/testing'
import { assertHeld, countRecords, kindOf } from './catalog-records.ts'
import type { AttachedProvider } from './attached-provider.ts'
import { providerFor, type Surroundings, workspaceFor } from './catalog-workspace.ts'
import { applyPlan, destroy, hasNothingToDo, plan, succeeded } from './commands.ts'
import { type Configuration, type ResourceCase, resourceCases } from './every-attribute.ts'
import { comparable } from './in-code.ts'
import { actionOf, actionsOf, changedBy, forEach } from './planned-actions.ts'
import type { StateResource } from './tofu/shown-state.ts'
import type { Workspace } from './tofu/workspace.ts'

/** One catalog with two of each resource, and its current step. */
export interface Walk {
  readonly surroundings: Surroundings
  readonly organisation: TestOrganisation
  readonly workspace: Workspace
  /** What the workspace can attach to, instead of starting it for every command. */
  readonly attached: AttachedProvider
  readonly cases: Readonly<Record<string, ResourceCase>>
  /** What is said now about the full one of each type. */
  readonly full: Map<string, Configuration>
  /** Writes what is said now. */
  write(): Promise<void>
  /** The configuration that the host wrote for what it imported. */
  generated: string
  /** What was written for those of which it can generate none. */
  written: string
}

export async function begin(t: TestContext, surroundings: Surroundings): Promise<Walk> {
  const organisation = await surroundings.app.organisation()
  const [one, other] = [await organisation.user('member'), await organisation.user('member')]
  const cases = resourceCases([one.id, other.id])
  const workspace = await workspaceFor(t, surroundings, organisation)
  const attached = await providerFor(t, surroundings, organisation)
  const full = new Map(Object.entries(cases).map(([type, part]) => [type, part.full]))
  const write = () => {
    const types = Object.entries(cases).map(([type, { minimal }]) => [
      type,
      { minimal, full: full.get(type) },
    ])
    return workspace.write('main.tf.json', JSON.stringify({ resource: Object.fromEntries(types) }, null, 2))
  }
  return { surroundings, organisation, workspace, attached, cases, full, write, generated: '', written: '{}' }
}

/** The rest of the way with one provider, which was started by hand. */
export const attachedIn = (walk: Walk): Walk => ({
  ...walk,
  workspace: walk.workspace.with(walk.attached.env),
})

export async function make(walk: Walk): Promise<void> {
  const { workspace, cases, write } = walk
  await write()
  const { resource_changes } = await plan(workspace)
  assert.deepEqual(actionsOf(resource_changes), forEach(cases, ['create'], ['create']))
  await applyPlan(workspace)
  await assertSettled(walk)
}

/** Nothing is left to do, and the state matches the service. */
async function assertSettled({ workspace, attached, organisation }: Walk): Promise<void> {
  const same = workspace.with(attached.env)
  await hasNothingToDo(same)
  await assertHeld(await same.state(), organisation.owner)
}

/** Each step changes one thing about each resource. A plan that should have been empty after it shows in the next. */
export async function changeEachAttribute(t: TestContext, walk: Walk): Promise<void> {
  const { workspace, cases, full, write } = walk
  const steps = Math.max(...Object.values(cases).map(({ changes }) => changes.length))
  for (let step = 0; step < steps; step++) {
    const changes = Object.entries(cases).flatMap(([type, part]) => {
      const change = part.changes[step]
      return change ? [[type, change] as const] : []
    })
    const names = new Set(changes.flatMap(([, change]) => Object.keys(change)))
    await t.test(`change in ${[...names].join(', ')}`, async () => {
      for (const [type, change] of changes) full.set(type, { ...full.get(type), ...change })
      await write()
      const { resource_changes } = await plan(workspace)
      const expected = (type: string) => actionOf(cases, type, cases[type]?.changes[step])
      assert.deepEqual(actionsOf(resource_changes), forEach(cases, ['no-op'], expected))
      for (const [type, change] of changes) {
        assert.deepEqual(changedBy(resource_changes, type), Object.keys(change).toSorted(), type)
      }
      await applyPlan(workspace)
    })
  }
  await assertSettled(walk)
}

export async function takeBack(walk: Walk): Promise<void> {
  const { workspace, cases, full, write } = walk
  const taken = new Map<string, Configuration>()
  for (const [type, { minimal, needs = [] }] of Object.entries(cases)) {
    const said = Object.entries(full.get(type) ?? {}).filter(([, value]) => value !== null)
    const parts = Object.groupBy(said, ([name]) =>
      name in minimal || needs.includes(name) ? 'kept' : 'taken',
    )
    full.set(type, Object.fromEntries(parts.kept ?? []))
    taken.set(type, Object.fromEntries(parts.taken ?? []))
  }
  await write()
  const { resource_changes } = await plan(workspace)
  const expected = (type: string) => actionOf(cases, type, taken.get(type))
  assert.deepEqual(actionsOf(resource_changes), forEach(cases, ['no-op'], expected))
  await applyPlan(workspace)
  await assertSettled(walk)
}

/**
 * Imports everything, with the configuration that the host writes for it. Of some types, an old host writes one that it
 * does not take itself: theirs is the one that they were made with.
 */
export async function importAll(
  t: TestContext,
  walk: Walk,
  { byHand = [] }: { readonly byHand?: readonly string[] } = {},
): Promise<void> {
  const state = await walk.workspace.state()
  const workspace = await emptyFor(t, walk)
  const resource = byHand.map((type) => [
    type,
    { minimal: walk.cases[type]?.minimal, full: walk.full.get(type) },
  ])
  walk.written = resource.length > 0 ? JSON.stringify({ resource: Object.fromEntries(resource) }) : '{}'
  await workspace.write(written, walk.written)
  await workspace.write('imports.tf', state.map(importBlock).join('\n'))
  const { resource_changes } = await plan(workspace, [`-generate-config-out=${generated}`])
  assert.deepEqual(actionsOf(resource_changes), forEach(walk.cases, ['no-op'], ['no-op']))
  assert.ok(resource_changes.every(({ change }) => change.importing !== undefined))
  await applyPlan(workspace)
  await hasNothingToDo(workspace)
  assert.deepEqual(byAddress(await workspace.state()), byAddress(state))
  walk.generated = await readFile(join(workspace.dir, generated), 'utf8')
}

const emptyFor = async (t: TestContext, { surroundings, organisation, attached }: Walk): Promise<Workspace> =>
  (await workspaceFor(t, surroundings, organisation)).with(attached.env)

const generated = 'generated.tf'
const written = 'written.tf.json'

const importBlock = ({ address, values }: StateResource): string =>
  `import {\n  to = ${address}\n  id = "${values.id}"\n}\n`

/** One of the plain ones, one with parts, and one that has no address of its own in the API. */
const imported = ['svc_team.full', 'svc_scorecard.full', 'svc_dependency_edge.full']

export async function importSome(t: TestContext, walk: Walk): Promise<void> {
  const state = byAddress(await walk.workspace.state())
  const workspace = await emptyFor(t, walk)
  await workspace.write(generated, walk.generated)
  await workspace.write(written, walk.written)
  for (const address of imported) {
    succeeded(await workspace.run(['import', address, String(state.get(address)?.id)]))
  }
  const { resource_changes } = await plan(workspace)
  const expected = (type: string) => (imported.includes(`${type}.full`) ? ['no-op'] : ['create'])
  assert.deepEqual(actionsOf(resource_changes), forEach(walk.cases, ['create'], expected))
}

export async function undoDrift(walk: Walk): Promise<void> {
  const { workspace, organisation, cases } = walk
  const { owner } = organisation
  const deleted = 'svc_dependency_edge'
  for (const { type, name, values } of await workspace.state()) {
    if (name !== 'full') continue
    const path = `${kindOf(type).path}/${values.id}`
    const called = ['name', 'title', 'label', 'group'].find((one) => one in values)
    const drift = called === undefined ? { enforcementOverride: 'disabled' } : { [called]: 'By hand' }
    const reply = type === deleted ? await owner.delete(path) : await owner.patch(path, drift)
    assert.ok(reply.status < 300, reply.text)
  }
  const { resource_changes, resource_drift = [] } = await plan(workspace)
  const drifted = (type: string) => (type === deleted ? ['delete'] : ['update'])
  const planned = (type: string) => (type === deleted ? ['create'] : ['update'])
  assert.deepEqual(actionsOf(resource_drift), forEach(cases, undefined, drifted))
  assert.deepEqual(actionsOf(resource_changes), forEach(cases, ['no-op'], planned))
  await applyPlan(workspace)
  await assertSettled(walk)
}

export async function makeAnew({ workspace, organisation, cases }: Walk): Promise<void> {
  for (const { type, values } of await workspace.state()) {
    // Some are gone with what they hung on.
    const { status, text } = await organisation.owner.delete(`${kindOf(type).path}/${values.id}`)
    assert.ok(status < 300 || status === 404, text)
  }
  const { resource_changes } = await plan(workspace)
  assert.deepEqual(actionsOf(resource_changes), forEach(cases, ['create'], ['create']))
  await applyPlan(workspace)
  await hasNothingToDo(workspace)
}

export async function end({ workspace, organisation }: Walk): Promise<void> {
  await destroy(workspace)
  assert.deepEqual(await workspace.state(), [])
  assert.equal(await countRecords(organisation.owner), 0)
}

const byAddress = (state: readonly StateResource[]): ReadonlyMap<string, StateResource['values']> =>
  new Map(state.map(({ address, values }) => [address, comparable(values) as StateResource['values']]))
