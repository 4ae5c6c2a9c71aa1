// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of another language, which must stay plain text.

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  clockBetweenJobs,
  type Client,
  createFixtures,
  isLongRun,
  type TestApp,
  type TestOrganisation,
  useApp,
} from '@svc/server/testing'
import { runProgram } from '../../packages/cli/src/testing/run-program.ts'
import { runSvc } from '../../packages/cli/src/testing/run-svc.ts'
import { startByHand } from './attached-provider.ts'
import { useProvider } from './built-provider.ts'
import { codedKinds } from './catalog-records.ts'
import { applyPlan, hasNothingToDo, plan, succeeded } from './commands.ts'
import { withNewestTofu } from './each-tofu.ts'
import { createWorkspace } from './tofu/workspace.ts'

/** Texts that the language of a configuration would take for something else. */
const awkward = [
  'Costs $5, 100 % of {it}, in "quotes", with a \\ and a \t.',
  '${name} and $${name} and $$$${name} and $%{name}',
  '%{ if true }yes%{ endif } and %%{x} and %${x} and %%$${x}',
  'Two lines,\nthe second without an end',
  'Two lines,\n\nEOT\n  with ${name} and %{ x }, "quotes" and \\n\nand an end\n',
  '   every line\n   is\n     indented\n',
  'Windows\r\nand \u0007 and \u2028 and \u007f and 🙂 Ελληνικά',
  'ends with a line\n',
  '\n',
  '',
]

const provider = useProvider()

await withNewestTofu((tofu) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  test('an export can be imported as it is: nothing to add, change or destroy', async (t) => {
    const organisation = await app.organisation()
    const { id, ownerToken, owner } = organisation
    const env = { SVC_DATA_DIR: app.location.dataDir }
    if (isLongRun) {
      // In a process of its own: the server in this one writes to the same file.
      const filled = await runProgram(['demo', '--org', id], { env })
      assert.equal(filled.code, 0, filled.err)
    }
    await addOfEach(app, organisation)
    await addAwkward(owner)
    assert.equal((await owner.patch('/sso/settings', { secondFactor: 'admins' })).status, 200)
    assert.equal((await owner.post('/scim-tokens', { name: 'Okta "${x}"' })).status, 201)
    const settings = { SVC_ENDPOINT: app.url, SVC_API_TOKEN: ownerToken }
    const workspace = await createWorkspace({
      tofu: tofu.path,
      provider: { devOverride: provider.dir },
      env: (await startByHand(t, provider, settings)).env,
    })
    t.after(workspace.remove)
    const exported = await runSvc(['export', '--format', 'terraform', workspace.dir, '--org', id, '--json'], {
      env,
    })
    assert.equal(exported.code, 0, exported.err)
    const { files } = JSON.parse(exported.out) as { files: Record<string, number> }
    assert.deepEqual(
      (await readdir(workspace.dir)).toSorted(),
      [...Object.keys(files), 'versions.tf'].toSorted(),
    )
    assert.equal(Object.keys(files).length, codedKinds.length + 2)
    assert.deepEqual([files['sso_settings.tf'], files['scim_tokens.tf']], [1, 1])

    const formatted = await workspace.run(['fmt', '-check', '-diff'])
    assert.equal(formatted.code, 0, formatted.stdout)
    succeeded(await workspace.run(['validate']))
    const count = Object.values(files).reduce((sum, one) => sum + one, 0)
    const { resource_changes: changes, text: planned } = await plan(workspace)
    assert.equal(changes.length, count)
    for (const { address, change } of changes) {
      assert.deepEqual(change.actions, ['no-op'], `${address}: ${JSON.stringify(change)}`)
      assert.ok(change.importing, address)
    }
    assert.match(planned, new RegExp(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy\\.`))
    await applyPlan(workspace)
    await hasNothingToDo(workspace)

    const text = (name: string): Promise<string> => readFile(join(workspace.dir, name), 'utf8')
    assert.match(await text('projects.tf'), /owner_team_id\s+= svc_team\.\w+\.id/)
    assert.match(await text('systems.tf'), /^ {4}svc_project\.\w+\.id,$/m)
    assert.doesNotMatch(await text('dependency_edges.tf'), /_id\s+= "/)
    assert.match(await text('teams.tf'), /lead_uid\s+= "usr_/)
    for (const [name, count] of Object.entries(files)) {
      assert.equal([...(await text(name)).matchAll(/^import \{$/gm)].length, count, name)
    }
  })

  test('test data is exported separately', async () => {
    const { id, person } = await app.organisation()
    const tester = await person('owner', { mode: 'test' })
    assert.equal((await tester.post('/teams', { name: 'Only in test' })).status, 201)
    const env = { SVC_DATA_DIR: app.location.dataDir }
    const dir = join(app.location.dataDir, 'exported')
    for (const [mode, files] of [
      ['live', {}],
      ['test', { 'teams.tf': 1 }],
    ] as const) {
      const args = ['export', '--format', 'terraform', join(dir, mode), '--org', id, '--mode', mode, '--json']
      const { code, out, err } = await runSvc(args, { env })
      assert.equal(code, 0, err)
      assert.deepEqual(JSON.parse(out).files, files)
    }
  })
})

/** Of every kind one that says little and one that says all it can, with whatever they point at. */
async function addOfEach(app: TestApp, organisation: TestOrganisation): Promise<void> {
  const fixtures = createFixtures({ app, organisation })
  for (const kind of codedKinds) {
    await fixtures.make(kind)
    await fixtures.make(kind, await fixtures.fullBody(kind))
  }
}

async function addAwkward(owner: Client): Promise<void> {
  const made = async (path: string, body: object): Promise<string> => {
    const { status, text, body: record } = await owner.post(path, body)
    assert.equal(status, 201, text)
    return record.id
  }
  for (const description of awkward) await made('/teams', { name: 'Twin', description })
  for (const bodyMd of awkward) await made('/runbooks', { title: '"${x}"', runbookType: 'rollback', bodyMd })
  const team = await made('/teams', { name: '7 of 9 – Zürich', description: 'x'.repeat(10_000) })
  await made('/teams', { name: 'Ελλάδα', color: '#ff0000', slackChannel: '#${x}' })
  const gone = await made('/projects', { name: 'Gone', ownerTeamId: team })
  assert.equal((await owner.patch(`/projects/${gone}`, { archived: true })).status, 200)
  const runbook = await made('/runbooks', { title: 'Deleted', runbookType: 'rollback', linkedAppIds: [gone] })
  assert.equal((await owner.delete(`/runbooks/${runbook}`)).status, 204)
  await made('/runbooks', { title: 'Secret', runbookType: 'rollback', visibilityRoleMin: 'owner' })
  await made('/apis', { name: 'API', tags: ['a "tag"', '${tag}', 'b'.repeat(64)], lifecycle: 'retired' })
  const db = await made('/resources', { name: 'DB', kind: 'database', provider: 'aws', componentId: gone })
  await made('/oncall/bindings', { scope: 'resource', targetId: db, provider: 'manual' })
  await made('/slos', {
    name: 'Fast',
    appId: gone,
    type: 'latency',
    target: 99.95,
    window: 'rolling7d',
    currentValue: 99.5,
  })
  await made('/slos', {
    name: 'Wide',
    appId: gone,
    type: 'custom',
    target: 1_000_000.25,
    unit: '%{x}',
    window: 'calendarMonth',
  })
  const componentIds = []
  for (let n = 0; n < 5; n++)
    componentIds.push(await made('/projects', { name: `One of too many for a line ${n}` }))
  await made('/systems', { name: 'Large', componentIds })
  await made('/scorecards', { name: 'Empty', applicableKinds: ['api'], rules: [], tiers: [] })
  await made('/scorecards', {
    name: 'Odd',
    applicableKinds: ['component', 'api'],
    scopeTeamId: team,
    scopeTags: ['x'],
    tiers: [{ name: 'only', minScore: 1 }],
    rules: [
      {
        type: 'lifecycle_in',
        label: 'Says "${x}"\nin two lines',
        weight: 1,
        description: '',
        params: { lifecycles: ['production'], 'a key': { 'b${c}': [1, 2.5, null, true, '%{d}'], e: {} } },
      },
    ],
  })
}
