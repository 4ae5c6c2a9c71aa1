import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { clockBetweenJobs, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { attachedWorkspaceFor } from './catalog-workspace.ts'
import { applyPlan, plan } from './commands.ts'
import { withEachTofu } from './each-tofu.ts'
import { filesHolding } from './files-holding.ts'

const provider = useProvider()

const newSecret = (): string => `svc_scim_${randomBytes(24).toString('hex')}`

await withEachTofu((tofu, wanted) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  const isValid = async (secret: string): Promise<boolean> =>
    (await fetch(`${app.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${secret}` } })).status ===
    200

  if (wanted !== 'newest') {
    test('an older host is told what it lacks, before anything is kept', async (t) => {
      const workspace = await attachedWorkspaceFor(t, { app, tofu, provider }, await app.organisation())
      await workspace.write('main.tf', token(`"${newSecret()}"`, 1))
      const { code, stderr } = await workspace.run(['plan'])
      assert.equal(code, 1)
      assert.match(stderr.replaceAll(/[\s│]+/g, ' '), /token_wo is write-only.* That needs OpenTofu 1\.11/)
    })
    return
  }

  test('a secret reaches svc, and no file of the host has it', async (t) => {
    const workspace = await attachedWorkspaceFor(t, { app, tofu, provider }, await app.organisation())
    const [first, second] = [newSecret(), newSecret()]
    const apply = async (secret: string, version: number): Promise<readonly string[]> => {
      await workspace.write('main.tf', `${variable}\n${token('var.secret', version)}`)
      const own = workspace.with({ TF_VAR_secret: secret })
      const { resource_changes } = await plan(own)
      await applyPlan(own)
      return resource_changes.flatMap(({ change }) => change.actions)
    }
    assert.deepEqual(await apply(first, 1), ['create'])
    assert.equal(await isValid(first), true)
    // The secret of a run is not that of the run before, and that alone changes nothing.
    assert.deepEqual(await apply(second, 1), ['no-op'])
    assert.equal(await isValid(second), false)
    assert.deepEqual(await apply(second, 2), ['delete', 'create'])
    assert.deepEqual([await isValid(first), await isValid(second)], [false, true])
    for (const secret of [first, second]) assert.deepEqual(await filesHolding(workspace.dir, secret), [])
  })
})

const variable = 'variable "secret" {\n  type      = string\n  ephemeral = true\n}\n'

const token = (secret: string, version: number): string =>
  `resource "svc_scim_token" "okta" {\n  name             = "Okta"\n  token_wo         = ${secret}\n  token_wo_version = ${version}\n}\n`
