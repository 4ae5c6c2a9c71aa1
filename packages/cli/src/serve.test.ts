import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`

const me = (url: string, credential: string): Promise<Response> =>
  fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${credential}` } })

test('on an empty database the owner gets a token, once, with a line to try it', async (t) => {
  const dir = await scratchDir(t)
  const server = await serveSvc(t, ['--data-dir', dir])
  const { out } = await server.stop()
  const [, shown = ''] = /^ {2}(svc_pat_live_[0-9a-f]{48})$/m.exec(out) ?? []
  assert.ok(out.includes(`\nsvc is listening on ${server.url}\n`))
  const local = `http://localhost:${new URL(server.url).port}`
  assert.ok(out.includes(`curl -H "Authorization: Bearer ${shown}" ${local}/v1/me`))
  assert.ok(out.includes(`${local}/docs`))
  assert.ok(out.includes(`${local}/setup#svc_link_`))

  const again = await serveSvc(t, ['--data-dir', dir])
  assert.equal((await me(again.url, shown)).status, 200)
  assert.equal((await again.stop()).out, `svc is listening on ${again.url}\n`)
})

test('the token of the first start expires after a day, and at once when set-up is completed; its notice says so', async (t) => {
  const dir = await scratchDir(t)
  const { out } = await (await serveSvc(t, ['--data-dir', dir])).stop()
  const [shown = ''] = /svc_pat_live_[0-9a-f]{48}/.exec(out) ?? []
  const [link = ''] = /svc_link_[0-9a-f]{48}/.exec(out) ?? []
  assert.match(out, /expires after a day, or when set-up is completed/)
  const server = await serveSvc(t, ['--data-dir', dir])
  const tokens = await fetch(`${server.url}/v1/tokens`, { headers: { authorization: `Bearer ${shown}` } })
  const [token] = ((await tokens.json()) as { tokens: { createdAt: string; expiresAt: string }[] }).tokens
  assert.ok(token)
  assert.equal(Date.parse(token.expiresAt) - Date.parse(token.createdAt), 86_400_000)
  const entered = await fetch(`${server.url}/auth/links/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ link, password: 'a long walk by the river' }),
  })
  assert.equal(entered.status, 200)
  assert.equal((await me(server.url, shown)).status, 401)
  const { token: lasting } = (await entered.json()) as { token: string }
  assert.equal((await me(server.url, lasting)).status, 200)
})

test('every link starts with the public URL', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t), SVC_PUBLIC_URL: 'https://tools.example/svc/' }
  const server = await serveSvc(t, [], env)
  assert.equal((await fetch(`${server.url}/svc/healthz`)).status, 200)
  const { link } = await jsonOf<{ link: string }>(['user', 'link', '--email', 'owner@example.com'], { env })
  assert.match(link, /^https:\/\/tools\.example\/svc\/join#svc_link_/)
  const { out } = await server.stop()
  assert.match(out, /^It is available at https:\/\/tools\.example\/svc$/m)
  assert.match(out, /https:\/\/tools\.example\/svc\/setup#svc_link_/)
  assert.match(out, / https:\/\/tools\.example\/svc\/v1\/me$/m)
  assert.match(out, / https:\/\/tools\.example\/svc\/docs$/m)
  assert.deepEqual(
    out.split('\n').filter((line) => /localhost|127\.0\.0\.1/.test(line)),
    [`svc is listening on ${server.url}`],
  )
})

test('with a bootstrap token no secret is printed', async (t) => {
  const env = { SVC_BOOTSTRAP_TOKEN: token, SVC_OWNER_EMAIL: 'ada@example.com' }
  const server = await serveSvc(t, ['--data-dir', await scratchDir(t)], env)
  assert.equal((await me(server.url, token)).status, 200)
  const { code, out, err } = await server.stop()
  assert.deepEqual({ code, out, err }, { code: 0, out: `svc is listening on ${server.url}\n`, err: '' })
})

test('commands work while the server runs', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t), SVC_BOOTSTRAP_TOKEN: token }
  const server = await serveSvc(t, [], env)
  const create = ['token', 'create', '--email', 'owner@example.com', '--scopes', 'read']
  const made = await jsonOf<{ token: string }>(create, { env })
  assert.equal((await me(server.url, made.token)).status, 200)
  assert.equal((await runSvc(['job', 'run', 'slo-calculator'], { env })).code, 0)
  const [listed] = await jsonOf<readonly { id: string }[]>(['token', 'list'], { env })
  await runSvc(['token', 'revoke', String(listed?.id)], { env })
  const revokedAt = performance.now()
  for (;;) {
    const afterMs = performance.now() - revokedAt
    if ((await me(server.url, made.token)).status === 401) break
    assert.ok(afterMs < 5_000, 'other processes see it within 5 seconds')
    await sleep(100)
  }
})

test('the environment sets port, host and owner; the command line takes precedence', async (t) => {
  const port = await freePort()
  const env = { SVC_DATA_DIR: await scratchDir(t), SVC_PORT: String(port), SVC_HOST: '127.0.0.1' }
  const server = await serveSvc(t, [], env, [])
  assert.equal(server.url, `http://127.0.0.1:${port}`)
})

test('a port in use is one sentence, and neither the new token nor the set-up link is lost', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  const { code, out, err } = await runSvc([
    'serve',
    '--port',
    String(port),
    '--data-dir',
    await scratchDir(t),
  ])
  assert.equal(code, 1)
  assert.match(out, /svc_pat_live_[0-9a-f]{48}/)
  assert.match(out, /When svc runs, set it up at its address with \/setup#\S+\n$/)
  assert.equal(
    err,
    `Port ${port} on 127.0.0.1 is in use: stop the other program, or choose another port with --port (0 picks a free one).\n`,
  )
})

type Unusable = readonly [args: string, answer: RegExp, env?: Readonly<Record<string, string>>]

const unusable: readonly Unusable[] = [
  [
    '--data-dir /dev/null/data',
    /^The data directory \/dev\/null\/data cannot be created, because part of its path is a file/,
  ],
  ['--data-dir /dev/null', /^\/dev\/null is a file: choose a directory with --data-dir\.\n$/],
  [
    '--database-url postgres://ada:hush@127.0.0.1:1/svc --wait 0',
    /^No PostgreSQL server answers at postgres:\/\/ada@127\.0\.0\.1:1\/svc: check/,
  ],
  [
    '--database-url postgres://no-such-host.invalid/svc --wait 0',
    /^The host in postgres:\/\/no-such-host\.invalid\/svc (is not known|could not)/,
  ],
  ['--data-dir D --host 192.0.2.1', /^192\.0\.2\.1 is not an address of this machine: /],
  [
    '--data-dir D',
    /^--rate-limit \(SVC_RATE_LIMIT\) must be of the form 2000\/10s/,
    { SVC_RATE_LIMIT: 'fast' },
  ],
  [
    '--data-dir D',
    /^--fetch-allow is wrong: "a b" in the outbound allow-list is not a host/,
    { SVC_FETCH_ALLOW: 'a b' },
  ],
]

test('a wrong public URL or proxy is refused before anything is created', async (t) => {
  const dir = join(await scratchDir(t), 'data')
  for (const [option, value, answer] of [
    ['--public-url', 'svc.example.com', /^--public-url is wrong: The public URL must be .*start with http/],
    ['--public-url', 'https://ada:hush@svc.example.com', /user name or password/],
    ['--public-url', 'https://svc.example.com/?a=b', /must not contain \? or #/],
    ['--trusted-proxies', '10.0.0.0/99', /^--trusted-proxies is wrong: .*"10\.0\.0\.0\/99" is neither/],
  ] as const) {
    const { code, err } = await runSvc(['serve', '--port', '0', '--data-dir', dir, option, value])
    assert.match(err, answer)
    assert.match(err, /^[^\n]+\n/)
    assert.doesNotMatch(err, /hush/)
    assert.equal(code, 2)
    assert.ok(!existsSync(dir))
  }
})

for (const [args, answer, env = {}] of unusable) {
  test(`svc serve ${args} ${JSON.stringify(env)} fails with one sentence`, async (t) => {
    const words = args.replace(/\bD\b/, await scratchDir(t)).split(' ')
    const { code, err } = await runSvc(['serve', '--port', '0', ...words], {
      env: { SVC_BOOTSTRAP_TOKEN: token, ...env },
    })
    assert.match(err, answer)
    assert.match(err, /^[^\n]+\n$/)
    assert.equal(code, 1)
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
