import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

test('a server enforces its quotas, and the doctor reports who has reached them', async (t) => {
  const dir = await scratchDir(t)
  const args = ['--data-dir', dir, '--quota-records', '3']
  const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`
  const { url } = await serveSvc(t, args, { SVC_BOOTSTRAP_TOKEN: token })
  const create = (name: string) =>
    fetch(`${url}/v1/teams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const statuses = []
  for (const name of ['One', 'Two', 'Three', 'Four']) statuses.push((await create(name)).status)
  assert.deepEqual(statuses, [201, 201, 201, 400])

  const { code, out } = await runSvc(['doctor', ...args, '--port', new URL(url).port])
  assert.equal(code, 1)
  assert.match(out, /✗ quotas: .*\(live\) has 100 % of its records and 0 % of its bytes/)
  assert.match(out, /raise SVC_QUOTA_RECORDS or SVC_QUOTA_BYTES/)
})

test('an invalid quota is refused before anything starts', async (t) => {
  const dir = await scratchDir(t)
  for (const [variable, value, says] of [
    ['SVC_QUOTA_RECORDS', '0', /--quota-records must be a number of records such as 2000000, or off/],
    ['SVC_QUOTA_RECORDS', '2 million', /--quota-records must be/],
    ['SVC_QUOTA_BYTES', '20GB', /--quota-bytes must be a size such as 500MiB or 20GiB, or off/],
  ] as const) {
    const { code, err } = await runSvc(['doctor', '--data-dir', dir], { env: { [variable]: value } })
    assert.equal(code, 2, value)
    assert.match(err, says)
  }
  await jsonOf(['org', 'create', '--name', 'A', '--owner-email', 'a@example.com', '--data-dir', dir])
  const off = ['--quota-records', 'off', '--quota-bytes', 'off', '--port', '0']
  assert.equal((await runSvc(['doctor', '--data-dir', dir, ...off])).code, 0)
})
