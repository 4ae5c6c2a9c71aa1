import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Client, eventually, onEachEngine, type Reply, useApp } from '../../testing/index.ts'
import { bodyOf, refused } from './checks.ts'

const ask = async (client: Client, times: number): Promise<readonly Reply[]> => {
  const replies = []
  for (let i = 0; i < times; i += 1) replies.push(await client.get('/me'))
  return replies
}

onEachEngine((engine) => {
  describe('5 requests in 600 seconds', () => {
    const app = useApp(engine, { rateLimit: '5/600s' })

    test('the sixth is 429 and says when to go on', async () => {
      const { owner } = await app.organisation()
      for (const reply of await ask(owner, 5)) bodyOf(reply)
      const reply = await owner.get('/me')
      refused(reply, 429, 'rate_limited')
      const wait = Number(reply.headers.get('retry-after'))
      assert.ok(wait >= 1 && wait <= 600, reply.headers.get('retry-after') ?? 'absent')
      assert.match(reply.headers.get('ratelimit') ?? '', /r=0;t=\d+/)
      assert.match(reply.headers.get('ratelimit-policy') ?? '', /q=5;w=600/)
    })

    test('every answer says what is left', async () => {
      const { owner } = await app.organisation()
      const left = (await ask(owner, 3)).map(
        ({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1],
      )
      assert.deepEqual(left, ['4', '3', '2'])
      const missing = await owner.get('/projects/prj_none')
      assert.match(missing.headers.get('ratelimit') ?? '', /r=1;/, 'refusals count and say so too')
    })

    test('each credential has its own allowance, also of the same person', async () => {
      const { owner, person } = await app.organisation()
      await ask(owner, 6)
      refused(await owner.get('/me'), 429, 'rate_limited')
      bodyOf(await (await person('owner')).get('/me'))
    })

    test('writes count and are refused before they are done', async () => {
      const { owner, person } = await app.organisation()
      for (let i = 0; i < 5; i += 1) bodyOf(await owner.post('/teams', { name: 'x' }), 201)
      refused(await owner.post('/teams', { name: 'x' }), 429, 'rate_limited')
      assert.equal((await (await person('viewer')).get('/teams')).body.teams.length, 5)
    })

    test('health and the description are not limited', async () => {
      for (let i = 0; i < 8; i += 1) {
        assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
        assert.equal((await fetch(`${app.url}/v1/openapi.json`)).status, 200)
      }
    })
  })

  describe('3 requests in a second', () => {
    const app = useApp(engine, { rateLimit: '3/1s' })

    test('after the window the credential is served again', async () => {
      const { owner } = await app.organisation()
      const [refusal] = (await ask(owner, 8)).filter(({ status }) => status === 429)
      assert.ok(refusal)
      assert.equal(refusal.headers.get('retry-after'), '1')
      await eventually(
        () => owner.get('/me'),
        ({ status }) => status === 200,
        2_000,
      )
    })
  })

  describe('by default', () => {
    const app = useApp(engine, { rateLimit: undefined })

    test('it is 2,000 requests in 10 seconds', async () => {
      const { owner } = await app.organisation()
      const { headers } = await owner.get('/me')
      assert.match(headers.get('ratelimit-policy') ?? '', /q=2000;w=10/)
      assert.match(headers.get('ratelimit') ?? '', /r=1999/)
    })
  })
})
