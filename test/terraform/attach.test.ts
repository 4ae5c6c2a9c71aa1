import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clockBetweenJobs, useApp } from '@svc/server/testing'
import { startByHand } from './attached-provider.ts'
import { useProvider } from './built-provider.ts'
import { assertHeld, countRecords } from './catalog-records.ts'
import { requirements, workspaceFor } from './catalog-workspace.ts'
import { childrenOf, isRunning } from './child-processes.ts'
import { apply, applyPlan, destroy, hasNothingToDo, plan } from './commands.ts'
import { withNewestTofu } from './each-tofu.ts'
import { filesHolding } from './files-holding.ts'
import { writeLargeCatalog } from './large-catalog.ts'
import { createWorkspace } from './tofu/workspace.ts'
import { watchApply } from './watched-apply.ts'

const provider = useProvider()

await withNewestTofu((tofu) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  test('a provider that was started by hand serves one command after another', async (t) => {
    const { ownerToken, owner } = await app.organisation()
    const attached = await startByHand(t, provider, { SVC_ENDPOINT: app.url, SVC_API_TOKEN: ownerToken })
    const nowhere = await mkdtemp(join(tmpdir(), 'svc-no-provider-'))
    t.after(() => rm(nowhere, { recursive: true }))
    const workspace = await createWorkspace({
      tofu: tofu.path,
      provider: { mirror: nowhere },
      env: attached.env,
    })
    t.after(workspace.remove)
    await workspace.write('requirements.tf', requirements)
    await workspace.write('main.tf', 'resource "svc_team" "payments" {\n  name = "Payments"\n}\n')
    const { resource_changes: changes } = await plan(workspace)
    assert.deepEqual(
      changes.map(({ change }) => change.actions),
      [['create']],
    )
    await applyPlan(workspace)
    await hasNothingToDo(workspace)
    assert.equal(
      (await owner.patch(`/teams/${(await workspace.state())[0]?.values.id}`, { name: 'Pay' })).status,
      200,
    )
    assert.deepEqual(
      (await plan(workspace)).resource_drift?.map(({ change }) => change.actions),
      [['update']],
    )
    await destroy(workspace)
    assert.equal(await countRecords(owner), 0)
    assert.equal(await attached.end(), 0)
  })

  test('Ctrl-C in the middle of an apply ends in good order, and the state has all that was made', async (t) => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const workspace = await workspaceFor(t, { app, tofu, provider }, organisation)
    await writeLargeCatalog(workspace, 2)
    const applying = workspace.start(['apply', '-auto-approve'], { asGroup: true })
    assert.ok(applying.pid)
    const { made, ended } = watchApply(applying)
    await made(40)
    const providers = await childrenOf(applying.pid)
    process.kill(-applying.pid, 'SIGINT')
    const { code, stdout, stderr } = await ended
    assert.equal(code, 1)
    assert.match(stdout, /Gracefully shutting down/)
    assert.doesNotMatch(stderr, /plugin|crash|panic/i)
    assert.deepEqual(providers.filter(isRunning), [])
    assert.ok((await countRecords(owner)) < 200)
    await assertHeld(await workspace.state(), owner)

    await apply(workspace)
    assert.equal(await countRecords(owner), 200)
  })

  test('the log shows what the provider does, and nothing shows the token', async (t) => {
    const organisation = await app.organisation()
    const { ownerToken } = organisation
    const workspace = await workspaceFor(t, { app, tofu, provider }, organisation)
    await workspace.write('main.tf', 'resource "svc_team" "payments" {\n  name = "Payments"\n}\n')
    const env = { TF_LOG_PROVIDER: 'debug' }
    const planned = await workspace.run(['plan', '-out=plan.bin'], { env })
    const applied = await workspace.run(['apply', 'plan.bin'], { env: { ...env, TF_LOG_CORE: 'trace' } })
    const failed = await workspace.run(['plan'], { env: { ...env, SVC_ENDPOINT: 'http://127.0.0.1:1' } })
    assert.deepEqual([planned.code, applied.code, failed.code], [0, 0, 1])
    const log = [planned, applied, failed].map(({ stdout, stderr }) => `${stdout}${stderr}`).join('')
    const line = new RegExp(`\\[DEBUG\\] .*POST ${app.url}/v1/teams: .*status=201`)
    assert.match(log, line)
    assert.ok(!log.includes(ownerToken))
    assert.deepEqual(await filesHolding(workspace.dir, ownerToken), [])
    // What is looked for would be found.
    assert.deepEqual(await filesHolding(workspace.dir, 'Payments'), [
      'main.tf',
      'plan.bin',
      'terraform.tfstate',
    ])
  })
})
