import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockBetweenJobs, onEachEngine, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { attachedWorkspaceFor } from './catalog-workspace.ts'
import { apply, applyPlan, hasNothingToDo, plan } from './commands.ts'
import { withNewestTofu } from './each-tofu.ts'
import { actionsOf, changedBy } from './planned-actions.ts'

const provider = useProvider()

await withNewestTofu((tofu) => {
  onEachEngine((engine) => {
    const app = useApp(engine, { now: clockBetweenJobs() })

    test('another order of a team’s members is planned and applied, and then there is nothing to do', async (t) => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const people = [await organisation.user('member'), await organisation.user('member')]
      const uids = people.map(({ id }) => id)
      const workspace = await attachedWorkspaceFor(t, { app, tofu, provider }, organisation)
      const write = (member_uids: readonly string[]) =>
        workspace.write(
          'main.tf.json',
          JSON.stringify({ resource: { svc_team: { full: { name: 'Payments', member_uids } } } }),
        )
      const membersNow = async () => (await owner.get('/teams')).body.teams[0].memberUids
      await write(uids)
      await apply(workspace)
      await hasNothingToDo(workspace)

      await write(uids.toReversed())
      const { resource_changes } = await plan(workspace)
      assert.deepEqual(actionsOf(resource_changes), { 'svc_team.full': ['update'] })
      assert.deepEqual(changedBy(resource_changes, 'svc_team'), ['member_uids'])
      await applyPlan(workspace)
      assert.deepEqual(await membersNow(), uids.toReversed())
      await hasNothingToDo(workspace)

      const { id } = (await owner.get('/teams')).body.teams[0]
      assert.equal((await owner.patch(`/teams/${id}`, { memberUids: uids })).status, 200)
      const { resource_changes: undoing, resource_drift = [] } = await plan(workspace)
      assert.deepEqual(actionsOf(resource_drift), { 'svc_team.full': ['update'] })
      assert.deepEqual(actionsOf(undoing), { 'svc_team.full': ['update'] })
      await applyPlan(workspace)
      assert.deepEqual(await membersNow(), uids.toReversed())
      await hasNothingToDo(workspace)
    })
  })
})
