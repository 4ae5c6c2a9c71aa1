import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { savedToken } from '@svc/client/logins'
import { createOrganisation } from '@svc/server'
import {
  type BrowserTab,
  browserTab,
  createFixtures,
  eventually,
  onEachEngine,
  useApp,
} from '@svc/server/testing'
import { kinds } from '@svc/model'
import type { Io } from './command.ts'
import { signInByDevice } from './login/by-device.ts'
import { main } from './main.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'

const password = 'a long walk by the river'
const minute = 60_000
let count = 0

/** A browser that follows the page's address to a file, where the test reads it. */
const fakeBrowser = `#!/bin/sh
printf '%s' "$1" > "$OPENED.new" && mv "$OPENED.new" "$OPENED"
`
/** Keeps secrets in files; what it is called with must not contain them. */
const fakeKeychain = `#!/bin/sh
echo "$*" >> "$RING/calls"
case "$1" in
  store) cat > "$RING/secret" ;;
  lookup) cat "$RING/secret" 2>/dev/null || exit 1 ;;
  clear) rm -f "$RING/secret" ;;
esac
`

onEachEngine((engine) => {
  const app = useApp(engine)

  async function scene(t: TestContext) {
    const ownerEmail = `owner-${++count}@login.example`
    const made = await createOrganisation(app.store, { name: 'Login', ownerEmail })
    assert.ok(made)
    const tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    const dir = await scratchDir(t)
    await writeFile(join(dir, 'xdg-open'), fakeBrowser)
    await chmod(join(dir, 'xdg-open'), 0o700)
    const opened = join(dir, 'opened')
    const env = {
      ...{ XDG_CONFIG_HOME: dir, SVC_KEYCHAIN: 'off', PATH: `${dir}:${process.env.PATH}` },
      ...{ OPENED: opened, SVC_ENDPOINT: app.url },
    }
    return { tab, dir, env, opened, file: join(dir, 'svc', 'logins.json') }
  }

  type Scene = Awaited<ReturnType<typeof scene>>

  const read = (path: string) => readFile(path, 'utf8').catch(() => '')

  /** What the console does on the page that the command opened. */
  async function decide(tab: BrowserTab, opened: string, decision: string) {
    const address = await eventually(
      () => read(opened),
      (text) => text !== '',
    )
    const fields = Object.fromEntries(new URL(address).searchParams)
    const { redirectTo } = (await tab.send('POST', '/auth/authorize', { ...fields, decision })).body
    return fetch(redirectTo)
  }

  async function signIn({ env, tab, opened }: Scene, ...args: string[]) {
    const running = runSvc(['login', '--json', ...args], { env: { ...env, DISPLAY: ':9' } })
    const page = await decide(tab, opened, 'approve')
    assert.match(await page.text(), /svc is signed in\. You can close/)
    return running
  }

  const logins = async ({ file }: Scene) => {
    const entries = JSON.parse(await readFile(file, 'utf8'))
    return entries[app.url]?.login as { accessToken: string; refreshToken: string; expiresAt: number }
  }

  test('a browser opens, a click is enough, and every command that speaks to a server is signed in', async (t) => {
    const own = await scene(t)
    const { code, out, err } = await signIn(own)
    assert.equal(code, 0, err)
    const said = JSON.parse(out)
    assert.deepEqual([said.kept, said.mode, said.scopes], ['file', 'live', ['read', 'write', 'admin']])
    assert.equal((await stat(own.file)).mode & 0o777, 0o600)
    assert.equal((await stat(join(own.dir, 'svc'))).mode & 0o777, 0o700)
    const { accessToken, refreshToken } = await logins(own)
    for (const secret of [accessToken, refreshToken]) assert.ok(!(out + err).includes(secret))
    const who = await jsonOf<{ user: { email: string } }>(['whoami'], { env: own.env })
    assert.match(who.user.email, /@login\.example$/)
    const { env } = own
    const owner = app.client(accessToken)
    const organisation = { ...(await app.organisation()), owner }
    const project = await createFixtures({ app, organisation }).make(kinds.project)
    await writeFile(join(own.dir, 'a.env'), 'A=1\n')
    const scan = ['drift', 'scan', '--app', String(project.id), '--expected', join(own.dir, 'a.env')]
    const reported = await runSvc([...scan, '--actual', join(own.dir, 'a.env')], { env })
    assert.equal(reported.code, 0, reported.err)
    const gone = await jsonOf<{ wasSignedIn: boolean }>(['logout'], { env })
    assert.equal(gone.wasSignedIn, true)
    assert.equal((await owner.get('/me')).status, 401)
    assert.equal(await read(own.file), '{}\n')
    const after = await runSvc(['whoami'], { env })
    assert.deepEqual([after.code, /sign in with "svc login/.test(after.err)], [2, true])
    assert.match((await runSvc(['logout'], { env })).out, /You were not signed in/)
  })

  test('without a browser a code is shown, which any browser can enter', async (t) => {
    const own = await scene(t)
    let shown = ''
    const running = main(['login', '--mode', 'test', '--scopes', 'read', '--json'], {
      env: { ...own.env, DISPLAY: ':9', SSH_CONNECTION: 'somewhere' },
      out: () => {},
      err: (text) => {
        shown += text
      },
      in: async () => undefined,
      piped: () => undefined,
      isTerminal: false,
      isRead: false,
    })
    const [, userCode] = await eventually(
      async () => /\n {2}(\w{4}-\w{4})\n/.exec(shown) ?? [],
      (match) => match.length > 0,
    )
    await own.tab.send('POST', '/auth/device', { userCode, decision: 'approve' })
    assert.equal(await running, 0, shown)
    const who = await jsonOf<{ mode: string; scopes: string[] }>(['whoami'], { env: own.env })
    assert.deepEqual([who.mode, who.scopes], ['test', ['read']])
  })

  test('a server that is away for a moment does not end the wait for a code', async (t) => {
    const own = await scene(t)
    const failures = ['cut', 'busy', 'proxy']
    const between = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request))
      const failure = request.url === '/oauth/token' ? failures.shift() : undefined
      if (failure === 'cut') return void request.socket.destroy()
      if (failure === 'busy') return void response.writeHead(503).end('{"error": "temporarily_unavailable"}')
      const headers = { 'content-type': String(request.headers['content-type']) }
      const answer = await fetch(`${app.url}${request.url}`, { method: 'POST', headers, body })
      const said = (await answer.json()) as { user_code?: string }
      if (said.user_code !== undefined)
        await own.tab.send('POST', '/auth/device', { userCode: said.user_code, decision: 'approve' })
      response.writeHead(answer.status).end(JSON.stringify({ ...said, interval: 0.01 }))
    })
    between.listen(0, '127.0.0.1')
    await once(between, 'listening')
    t.after(() => between.close())
    const endpoint = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    const tokens = await signInByDevice({
      ...{ endpoint, mode: 'live', scope: 'read' },
      io: { err: () => {} } as unknown as Io,
    })
    assert.deepEqual(failures, [])
    assert.equal((await app.client(tokens.accessToken).get('/me')).status, 200)
  })

  test('who refuses on the page is not signed in, and a stranger’s answer is ignored', async (t) => {
    const own = await scene(t)
    const running = runSvc(['login'], { env: { ...own.env, DISPLAY: ':9' } })
    const address = await eventually(
      () => read(own.opened),
      (text) => text !== '',
    )
    const redirect = new URL(address).searchParams.get('redirect_uri') ?? ''
    for (const query of ['?code=x&state=y', '', '?code=x'])
      assert.equal((await fetch(`${redirect}${query}`)).status, 404)
    await decide(own.tab, own.opened, 'deny')
    const { code, err } = await running
    assert.deepEqual([code, /refused on the page/.test(err)], [1, true])
    assert.equal(await read(own.file), '')
  })

  test('tokens are renewed in time, once for all commands that run at the same moment', async (t) => {
    const own = await scene(t)
    await signIn(own)
    const before = await logins(own)
    const expired = { [app.url]: { kept: 'file', login: { ...before, expiresAt: Date.now() - minute } } }
    await writeFile(own.file, JSON.stringify(expired), { mode: 0o600 })
    const all = await Promise.all([1, 2, 3, 4].map(() => runSvc(['whoami'], { env: own.env })))
    assert.deepEqual(
      all.map(({ code, err }) => [code, err]),
      all.map(() => [0, '']),
    )
    const after = await logins(own)
    assert.notEqual(after.refreshToken, before.refreshToken)
    assert.equal((await own.tab.send('GET', '/auth/grants')).body.grants.length, 1)
    const token = await savedToken(app.url, own.env)
    assert.equal(await token?.(), after.accessToken)
  })

  test('a sign-in that was ended elsewhere says so once, and is forgotten', async (t) => {
    const own = await scene(t)
    await signIn(own)
    const { grants } = (await own.tab.send('GET', '/auth/grants')).body
    await own.tab.send('DELETE', `/auth/grants/${grants[0].id}`)
    const login = { ...(await logins(own)), expiresAt: 0 }
    await writeFile(own.file, JSON.stringify({ [app.url]: { kept: 'file', login } }))
    const ended = await runSvc(['whoami'], { env: own.env })
    assert.deepEqual([ended.code, ended.err.includes('has ended: run svc login.')], [1, true], ended.err)
    assert.equal(await read(own.file), '{}\n')
  })

  test('a second sign-in ends the first; signing out of a server that is away still forgets the tokens', async (t) => {
    const own = await scene(t)
    await signIn(own)
    await writeFile(own.opened, '')
    await signIn(own)
    assert.equal((await own.tab.send('GET', '/auth/grants')).body.grants.length, 1)
    const away = 'http://127.0.0.1:9'
    await writeFile(own.file, JSON.stringify({ [away]: { kept: 'file', login: await logins(own) } }))
    const { code, err } = await runSvc(['logout', '--endpoint', away], { env: own.env })
    assert.deepEqual([code, /The server was not told/.test(err)], [0, true])
    assert.equal(await read(own.file), '{}\n')
  })

  test('whoever is signed in to several servers says which one is meant', async (t) => {
    const own = await scene(t)
    await signIn(own)
    const env = { ...own.env, SVC_ENDPOINT: undefined }
    const entry = { kept: 'file', login: await logins(own) }
    await writeFile(own.file, JSON.stringify({ [app.url]: entry, 'https://svc.example.com': entry }))
    for (const command of ['whoami', 'logout']) {
      const { code, err } = await runSvc([command], { env })
      assert.equal(code, 2)
      assert.ok(err.includes(`signed in to ${app.url} and https://svc.example.com`), err)
    }
    assert.equal((await runSvc(['logout', '--endpoint', app.url], { env })).code, 0)
    assert.match(await read(own.file), /svc\.example\.com/)
  })

  test('the keychain of the operating system is used where it works, and nothing secret is an argument', async (t) => {
    if (process.platform !== 'linux') return t.skip('The keychain is replaced as on Linux.')
    const own = await scene(t)
    await writeFile(join(own.dir, 'secret-tool'), fakeKeychain)
    await chmod(join(own.dir, 'secret-tool'), 0o700)
    const env = { ...own.env, SVC_KEYCHAIN: undefined, RING: own.dir }
    const { out } = await signIn({ ...own, env } as unknown as Scene)
    assert.equal(JSON.parse(out).kept, 'keychain')
    const kept = JSON.parse(await readFile(join(own.dir, 'secret'), 'utf8'))
    const seen = (await readFile(own.file, 'utf8')) + (await readFile(join(own.dir, 'calls'), 'utf8'))
    for (const secret of [kept.accessToken, kept.refreshToken]) assert.ok(!seen.includes(secret))
    assert.equal((await runSvc(['whoami'], { env })).code, 0)
    assert.equal((await runSvc(['logout'], { env })).code, 0)
    assert.equal(await read(join(own.dir, 'secret')), '')
  })

  test('mistakes are said, and nothing is asked', async (t) => {
    const { env } = await scene(t)
    for (const [args, message] of [
      [['login', '--endpoint', 'nope'], /must be an address/],
      [['login', '--scopes', 'all'], /must be one or more of/],
      [['login', '--mode', 'prod'], /mode/],
      [['login', '--device', '--endpoint', 'http://127.0.0.1:9'], /cannot be reached/],
      [['login', '--device', '--endpoint', `${app.url}/docs`], /unexpected response|Is the endpoint right/],
    ] as const) {
      const { code, err } = await runSvc(args, { env })
      assert.notEqual(code, 0)
      assert.match(err, message)
    }
  })
})
