import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { test } from 'node:test'
import { clockBetweenJobs, eventually, isLongRun, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { assertHeld, countRecords } from './catalog-records.ts'
import { workspaceFor } from './catalog-workspace.ts'
import { childrenOf, isRunning } from './child-processes.ts'
import { apply, hasNothingToDo } from './commands.ts'
import { withTofu } from './each-tofu.ts'
import { writeLargeCatalog } from './large-catalog.ts'
import { watchApply } from './watched-apply.ts'

const provider = useProvider()
const hundreds = isLongRun ? 5 : 2

type Victims = 'OpenTofu and the provider' | 'OpenTofu' | 'the provider'

/** One after another in the same place: what one has left behind is there for the next. */
const rounds: readonly { readonly victims: Victims; readonly after: number }[] = [
  { victims: 'OpenTofu and the provider', after: 18 * hundreds },
  { victims: 'OpenTofu', after: 36 * hundreds },
  { victims: 'the provider', after: 54 * hundreds },
]

await withTofu('newest', (tofu) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  test(`killed in the middle and applied again, until each of ${hundreds * 100} is there once`, async (t) => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const workspace = await workspaceFor(t, { app, tofu, provider }, organisation)
    await writeLargeCatalog(workspace, hundreds)

    for (const { victims, after } of rounds) {
      await t.test(`${victims} killed after ${after}`, async (s) => {
        const cut = workspace.start(['apply', '-auto-approve'])
        const { made, ended } = watchApply(cut)
        await made(after)
        await kill(cut, victims)
        await ended
        const there = await countRecords(owner)
        assert.ok(there < hundreds * 100, 'it is killed before it is done')
        s.diagnostic(`killed after ${after}, ${there} were there`)
      })
    }

    await apply(workspace)
    assert.equal(await countRecords(owner), hundreds * 100)
    await assertHeld(await workspace.state(), owner)
    await hasNothingToDo(workspace)
  })
})

async function kill({ pid = 0 }: ChildProcess, victims: Victims): Promise<void> {
  const providers = await childrenOf(pid)
  assert.equal(providers.length, 1)
  if (victims !== 'the provider') process.kill(pid, 'SIGKILL')
  if (victims !== 'OpenTofu') for (const one of providers) process.kill(one, 'SIGKILL')
  // Left alone, the provider sees to its own end.
  await eventually(
    async () => providers.filter(isRunning),
    (left) => left.length === 0,
  )
}
