import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startHttp } from '@svc/server/testing'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = 'pd-0123456789abcdef'
const user = { id: 'PU1', name: 'Ada', email: 'ada@example.com' }
const shift = { start: '2020-01-01T00:00:00Z', end: '2120-01-01T00:00:00Z', user }

/** What each provider answers at the operator's address, with the bare key. */
const answers = {
  pagerduty: {
    authorization: `Token token=${token}`,
    body: { oncalls: [{ user, escalation_level: 1 }], more: false },
  },
  goalert: { authorization: `Bearer ${token}`, body: { data: { schedule: { shifts: [shift] } } } },
} as const

async function start(t: TestContext, provider: keyof typeof answers): Promise<string> {
  const { authorization, body } = answers[provider]
  const { port } = await startHttp(t, (request, response) => {
    const isKnown = request.headers.authorization === authorization
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return `http://127.0.0.1:${port}`
}

test('a key piped into the vault is all that is needed if the operator sets the address', async (t) => {
  const env = {
    SVC_DATA_DIR: await scratchDir(t),
    SVC_PAGERDUTY_URL: await start(t, 'pagerduty'),
    SVC_GOALERT_URL: await start(t, 'goalert'),
    SVC_FETCH_ALLOW: '127.0.0.1',
  }
  const owner = ['--name', 'Acme', '--owner-email', 'ada@example.com']
  const { token: bearer, userId } = await jsonOf<{ token: string; userId: string }>(
    ['org', 'create', ...owner],
    { env },
  )
  for (const provider of Object.keys(answers)) {
    const put = ['vault', 'put', `${provider} key`, '--keyword', provider]
    assert.equal((await runSvc(put, { env, input: `${token}\n` })).code, 0)
  }

  const server = await serveSvc(t, [], env)
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(`${server.url}/v1${path}`, init)).json() as Promise<Record<string, unknown>>
  }
  const bind = async (provider: string) => {
    const { id: targetId } = await send('POST', '/teams', { name: 'x' })
    const binding = { scope: 'team', targetId, provider, scheduleId: 'PABC123' }
    return (await send('POST', '/oncall/bindings', binding)).id
  }

  for (const provider of Object.keys(answers)) {
    const fresh = await send('POST', `/oncall/bindings/${await bind(provider)}/refresh`)
    assert.deepEqual([fresh.currentlyOnCallUserName, fresh.currentlyOnCallUserUid], ['Ada', userId])
  }

  const id = await bind('goalert')
  const { out, code } = await runSvc(['job', 'run', 'oncall-refresh'], { env })
  assert.deepEqual([code, out], [0, 'oncall-refresh: 3 bindings refreshed, 0 failed.\n'])
  assert.equal((await send('GET', `/oncall/bindings/${id}`)).currentlyOnCallUserName, 'Ada')
})

test('an invalid address is reported at the start', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  for (const value of ['api.example.com', 'ftp://x', 'https://user:secret@x', 'https://x?key=secret']) {
    const { code, err } = await runSvc(['job', 'run', 'oncall-refresh', '--pagerduty-url', value], {
      env: env,
    })
    assert.equal(code, 2)
    assert.match(err, /--pagerduty-url must be an address such as/)
    assert.ok(!err.includes('secret'))
  }
})
