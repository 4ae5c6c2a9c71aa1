import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`

test('svc serve --demo starts with a catalog, and does not fill it again', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t), SVC_BOOTSTRAP_TOKEN: token }
  const server = await serveSvc(t, ['--demo'], env)
  assert.equal(await countProjects(server.url), 40)
  await server.stop()
  const again = await serveSvc(t, ['--demo'], env)
  assert.equal(await countProjects(again.url), 40)
  assert.equal((await again.stop()).err, '')
})

test('svc demo fills the test data of the only organisation, once', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  await jsonOf(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com'], { env })
  const { made } = await jsonOf<{ made: Record<string, number> }>(['demo', '--mode', 'test'], { env })
  assert.equal(made.teams, 12)
  const again = await runSvc(['demo', '--mode', 'test'], { env })
  assert.equal(again.code, 1)
  assert.match(again.err, /^Acme \(org_\S+\) already has projects in test mode: /)
})

async function countProjects(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/projects?archived=all`, { headers })
  return ((await answer.json()) as { projects: unknown[] }).projects.length
}
