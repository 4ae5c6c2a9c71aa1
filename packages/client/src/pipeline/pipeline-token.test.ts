import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { IdTokenError, pipelineToken } from './index.ts'

const endpoint = 'https://svc.example.com'

interface Given {
  readonly seconds?: number
  readonly answers?: readonly Response[]
}

/** A server that exchanges each ID token once, and a home of its own. */
async function newScene(t: TestContext, { seconds = 3_600, answers = [] }: Given = {}) {
  const home = await mkdtemp(join(tmpdir(), 'svc-pipeline-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const used: string[] = []
  const first = [...answers]
  const fetch = async (_: string, { body }: RequestInit): Promise<Response> => {
    const special = first.shift()
    if (special) return special
    const idToken = (body as URLSearchParams).get('subject_token') ?? ''
    if (used.includes(idToken))
      return Response.json({ error: 'invalid_request', error_description: 'No.' }, { status: 400 })
    used.push(idToken)
    return Response.json({ access_token: `svc_wit_live_${used.length}`, expires_in: seconds })
  }
  const tokenOf = (env: Readonly<Record<string, string>>) =>
    pipelineToken({ endpoint, fetch, env: { HOME: home, ...env } })
  return { home, used, tokenOf }
}

test('without an ID token there is nothing to exchange', async (t) => {
  const { tokenOf } = await newScene(t)
  assert.equal(tokenOf({ SVC_ID_TOKEN: ' ' }), undefined)
})

test('an ID token is exchanged once, for all commands of a job', async (t) => {
  const { tokenOf, used, home } = await newScene(t)
  const env = { SVC_ID_TOKEN: 'a.b.c' }
  const one = tokenOf(env)
  assert.equal(await one?.(), 'svc_wit_live_1')
  assert.equal(await one?.(), 'svc_wit_live_1')
  assert.equal(await tokenOf(env)?.(), 'svc_wit_live_1', 'another command')
  assert.equal(await tokenOf({ SVC_ID_TOKEN: 'd.e.f' })?.(), 'svc_wit_live_2')
  assert.deepEqual(used, ['a.b.c', 'd.e.f'])
  assert.equal((await readdir(join(home, '.local/state/svc/pipeline'))).length, 2)
})

test('two commands that begin at the same moment share it too', async (t) => {
  const { tokenOf, used } = await newScene(t)
  const env = { SVC_ID_TOKEN: 'a.b.c' }
  assert.deepEqual(await Promise.all([tokenOf(env)?.(), tokenOf(env)?.()]), [
    'svc_wit_live_1',
    'svc_wit_live_1',
  ])
  assert.equal(used.length, 1)
})

test('a folder that others can change is not used', async (t) => {
  const { tokenOf, home } = await newScene(t)
  const folder = join(home, '.local/state/svc/pipeline')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o777)
  assert.equal(await tokenOf({ SVC_ID_TOKEN: 'a.b.c' })?.(), 'svc_wit_live_1')
  assert.deepEqual(await readdir(folder), [])
})

test('a file is read anew before the token ends; without a new one, the last is used to its end', async (t) => {
  const { tokenOf, home, used } = await newScene(t, { seconds: 0.5 })
  const file = join(home, 'id-token')
  await writeFile(file, 'a.b.c\n')
  const token = tokenOf({ SVC_ID_TOKEN_FILE: file })
  assert.equal(await token?.(), 'svc_wit_live_1')
  await writeFile(file, 'd.e.f\n')
  const until = Date.now() + 10_000
  while ((await token?.()) !== 'svc_wit_live_2') assert.ok(Date.now() < until)
  assert.deepEqual(used, ['a.b.c', 'd.e.f'])
})

test('a server that asks to come back is asked again', async (t) => {
  const headers = { 'retry-after': '0.01' }
  const answers = [
    Response.json({ error: 'temporarily_unavailable' }, { status: 400, headers }),
    new Response('Service Unavailable', { status: 503, headers }),
  ]
  const { tokenOf } = await newScene(t, { answers })
  assert.equal(await tokenOf({ SVC_ID_TOKEN: 'a.b.c' })?.(), 'svc_wit_live_1')
})

test('failures say what to do, and never repeat the token', async (t) => {
  const scene = await newScene(t)
  const refused = (answer: Response) => newScene(t, { answers: [answer] })
  for (const [env, words, { tokenOf }] of [
    [{ SVC_ID_TOKEN: 'hunter2' }, /SVC_ID_TOKEN is not an ID token/, scene],
    [{ SVC_ID_TOKEN_FILE: '/nowhere/hunter2x' }, /cannot be read: ENOENT/, scene],
    [{ SVC_ID_TOKEN_AUDIENCE: 'x' }, /id-token: write/, scene],
    [
      { SVC_ID_TOKEN: 'a.hunter2.c' },
      /has no token exchange: it answered with status 404/,
      await refused(new Response('hunter2', { status: 404 })),
    ],
    [
      { SVC_ID_TOKEN: 'a.hunter2.c' },
      /does not take the ID token \(invalid_scope\)/,
      await refused(Response.json({ error: 'invalid_scope' }, { status: 400 })),
    ],
  ] as const)
    await assert.rejects(
      async () => tokenOf(env)?.(),
      (error: unknown) => {
        assert.ok(error instanceof IdTokenError, String(error))
        assert.match(error.message, words)
        assert.doesNotMatch(error.message, /hunter2\b/)
        return true
      },
    )
})
