import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'

const metricsToken = 'the-operators-own-token'

onEachEngine((engine) => {
  const app = useApp(engine, { metricsToken })
  const ask = async (token: string | undefined, url = app.url) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const countOf = (text: string, labels: string): number =>
    Number(text.split(`svc_http_request_duration_seconds_count{${labels}} `)[1]?.split('\n')[0] ?? 0)
  const teams = 'method="GET",route="/v1/teams",status="200"'

  test('a credential sees its own organisation and nothing else', async () => {
    const [mine, theirs] = [await app.organisation(), await app.organisation()]
    for (let n = 0; n < 3; n += 1) await mine.owner.get('/teams')
    await theirs.owner.get('/teams')
    await theirs.owner.get('/webhooks')
    await app.client().get('/teams')
    const { status, text } = await ask(mine.ownerToken)
    assert.equal(status, 200)
    assert.equal(countOf(text, teams), 3)
    assert.doesNotMatch(text, /webhooks|status="401"|process_|nodejs_/)
    assert.equal(countOf((await ask(theirs.ownerToken)).text, teams), 1)
  })

  test('the operator sees everything', async () => {
    const { owner } = await app.organisation()
    const before = countOf((await ask(metricsToken)).text, teams)
    await owner.get('/teams')
    await app.client().get('/teams')
    const { text } = await ask(metricsToken)
    assert.equal(countOf(text, teams), before + 1)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    assert.match(text, /route="\/v1\/teams",status="401"/)
    assert.match(text, /le="0\.001"/)
    for (const wrong of [`${metricsToken}x`, metricsToken.slice(1), '', 'x'])
      assert.equal((await ask(wrong)).status, 401, wrong)
  })

  describe('3 requests in 600 seconds', () => {
    const limited = useApp(engine, { rateLimit: '3/600s', metricsToken })

    test('it needs read, and counts towards the rate limit', async () => {
      const organisation = await limited.organisation()
      const reporter = await organisation.key({ scopes: ['ingest'] })
      assert.equal((await ask(reporter.token, limited.url)).status, 403)
      const key = await organisation.key({ scopes: ['read'] })
      const first = await ask(key.token, limited.url)
      assert.equal(first.status, 200)
      assert.match(first.headers.get('ratelimit') ?? '', /r=2;/)
      await key.get('/teams')
      await ask(key.token, limited.url)
      assert.equal((await ask(key.token, limited.url)).status, 429)
      assert.equal((await key.get('/teams')).status, 429)
      for (let n = 0; n < 5; n += 1) assert.equal((await ask(metricsToken, limited.url)).status, 200)
    })
  })
})
