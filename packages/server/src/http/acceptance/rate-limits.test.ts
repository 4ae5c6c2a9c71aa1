import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueLink } from '../../services/identity/members.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { browserTab, type Client, eventually, onEachEngine, type Reply, useApp } from '../../testing/index.ts'
import { executeInScratch, rowsIn } from '../../testing/tables.ts'
import { bodyOf, refused } from './checks.ts'

const ask = async (client: Client, times: number): Promise<readonly Reply[]> => {
  const replies = []
  for (let i = 0; i < times; i += 1) replies.push(await client.get('/me'))
  return replies
}

onEachEngine((engine) => {
  describe('5 requests in 600 seconds', () => {
    const app = useApp(engine, { rateLimit: '5/600s' })

    test('the sixth is 429 and says when to try again', async () => {
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

    test('all tokens of a person, of either mode, and their sessions share one allowance', async () => {
      const { owner, ownerToken, ownerId, id, person } = await app.organisation()
      const email = (await app.client(ownerToken).get('/me')).body.user.email
      const { link } = await issueLink(app.store, { organisationId: id, email })
      const tab = browserTab(app.url)
      assert.equal(
        (await tab.send('POST', '/auth/links/use', { link, password: 'by the river' })).status,
        200,
      )
      assert.equal((await tab.send('GET', '/auth/session')).body.user.id, ownerId)
      bodyOf(await (await person('owner')).get('/me'))
      bodyOf(await (await person('owner', { mode: 'test' })).get('/me'))
      assert.equal((await tab.send('GET', '/v1/teams')).status, 200)
      for (const client of [owner, await person('owner'), await person('owner', { mode: 'test' })])
        refused(await client.get('/me'), 429, 'rate_limited')
      for (const path of ['/v1/teams', '/auth/session', '/auth/sessions'])
        assert.equal((await tab.send('GET', path)).status, 429, path)
    })

    test('a person or key that exceeds the limit does not affect others', async () => {
      const { owner, person, key } = await app.organisation()
      const keys = [await key(), await key({ mode: 'test' })]
      await ask(owner, 40)
      for (const client of [...keys, await person('viewer')]) {
        for (const reply of await ask(client, 5)) bodyOf(reply)
        refused(await client.get('/me'), 429, 'rate_limited')
      }
    })

    test('an organisation has ten times that, however many credentials it makes', async () => {
      const [crowd, others] = [await app.organisation(), await app.organisation()]
      const keys = await Promise.all(Array.from({ length: 12 }, () => crowd.key()))
      const replies = (await Promise.all(keys.map((key) => ask(key, 5)))).flat()
      assert.equal(replies.filter(({ status }) => status === 200).length, 50)
      const [refusal] = replies.filter(({ status }) => status === 429)
      assert.ok(refusal)
      refused(refusal, 429, 'rate_limited')
      assert.match(refusal.body.message, /^More than 50 requests in 600 seconds by one organisation/)
      assert.match(refusal.headers.get('ratelimit') ?? '', /"organisation";r=0;t=\d+/)
      refused(await (await crowd.person('owner')).get('/me'), 429, 'rate_limited')
      bodyOf(await others.owner.get('/me'))
    })

    test('an invalid credential adds no counter, and is no way around the limit', async () => {
      const { owner, ownerToken } = await app.organisation()
      const subjects = async () => (await rowsIn(app.store.scratch, 'select subject from allowances')).length
      await ask(owner, 6)
      const before = await subjects()
      for (let n = 0; n < 30; n += 1)
        refused(
          await app.client(`svc_pat_live_${String(n).padStart(48, '0')}`).get('/me'),
          401,
          'unauthenticated',
        )
      assert.equal(await subjects(), before)
      for (const authorization of [`bearer ${ownerToken}`, `BEARER   ${ownerToken}  `])
        refused(await app.client().get('/me', { authorization }), 429, 'rate_limited')
    })

    test('without the table of counts each process counts for itself', async () => {
      const { owner } = await app.organisation()
      bodyOf(await owner.get('/me'))
      await executeInScratch(app.store, 'alter table allowances rename to away')
      try {
        const statuses = (await ask(owner, 8)).map(({ status }) => status)
        assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 429, 429])
        const { owner: another } = await app.organisation()
        assert.deepEqual(
          (await ask(another, 6)).map(({ status }) => status),
          [200, 200, 200, 200, 200, 429],
        )
      } finally {
        await executeInScratch(app.store, 'alter table away rename to allowances')
      }
    })

    test('housekeeping deletes only windows that have ended', async () => {
      const { owner } = await app.organisation()
      await ask(owner, 5)
      await executeInScratch(
        app.store,
        `insert into allowances (subject, ends_at, taken) values ('long ago', 1, 1)`,
      )
      await runJob({ store: app.store, now: () => new Date() }, 'housekeeping')
      const left = (await rowsIn(app.store.scratch, 'select subject from allowances')).map(
        ({ subject }) => subject,
      )
      assert.ok(!left.includes('long ago') && left.length >= 2, left.join())
      refused(await owner.get('/me'), 429, 'rate_limited')
    })

    test('writes count and are refused before they are carried out', async () => {
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
      )
    })
  })

  describe('by default', () => {
    const app = useApp(engine, { rateLimit: undefined })

    test('it is 2,000 requests in 10 seconds', async () => {
      const { owner } = await app.organisation()
      const { headers } = await owner.get('/me')
      assert.equal(headers.get('ratelimit-policy'), '"default";q=2000;w=10, "organisation";q=20000;w=10')
      assert.match(headers.get('ratelimit') ?? '', /^"default";r=1999;t=\d+, "organisation";r=19999;t=\d+$/)
    })

    test('what is left goes down by one with each request, across all leases', async () => {
      const { owner } = await app.organisation()
      const left = (await ask(owner, 260)).map(
        ({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1],
      )
      assert.deepEqual([...new Set(left.map((text, index) => Number(text) + index))].length <= 2, true)
    })
  })
})
