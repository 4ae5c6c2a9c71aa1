import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { partitionsOf } from '../../store/partition-id.ts'
import { sessionsOf } from '../../store/queries/sign-in.ts'
import { browserTab, onEachEngine, serverOn, useApp } from '../../testing/index.ts'

const password = 'a long walk by the river'
const minute = 60_000

onEachEngine((engine) => {
  let at = Date.now()
  const now = () => new Date(at)
  const app = useApp(engine, { now })

  async function signedIn() {
    const made = await app.organisation()
    const tab = browserTab(app.url)
    const entered = await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
    const isIn = async () => (await tab.send('GET', '/auth/session')).status === 200
    return { made, tab, isIn }
  }

  test('a session that is not used for as long as the organisation allows ends, one that is used does not', async () => {
    const { made, tab, isIn } = await signedIn()
    assert.equal((await made.owner.patch('/sso/settings', { sessionIdleMinutes: 20 })).status, 200)
    for (let n = 0; n < 4; n++) {
      at += 15 * minute
      assert.ok(await isIn(), 'it is in use')
      // Its use is recorded beside the answer.
      await usedAt(made.id, at)
    }
    const [shown] = (await tab.send('GET', '/auth/sessions')).body.sessions
    assert.equal(Date.parse(shown.expiresAt), at + 20 * minute)
    at += 21 * minute
    assert.ok(!(await isIn()))
  })

  test('an open page that keeps itself up to date does not keep a session from being idle', async () => {
    const { made, tab, isIn } = await signedIn()
    assert.equal((await made.owner.patch('/sso/settings', { sessionIdleMinutes: 20 })).status, 200)
    const stream = await fetch(`${app.url}/v1/events`, {
      headers: { cookie: tab.cookie, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(60_000),
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const untilSaid = async (word: string): Promise<boolean> => {
      for (let text = ''; ; ) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) return false
        text += value
        if (text.includes(word)) return true
      }
    }
    const look = async (headers = {}) =>
      (await fetch(`${app.url}/v1/teams`, { headers: { cookie: tab.cookie, ...headers } })).status
    const unattended = { 'x-svc-unattended': '1' }
    at += 11 * minute
    assert.equal((await made.owner.post('/teams', { name: 'first' })).status, 201)
    assert.ok(await untilSaid('first'))
    assert.equal(await look(unattended), 200)
    const shown = async () => (await tab.send('GET', '/auth/sessions')).body.sessions[0]
    at += 8 * minute
    assert.equal(await look(unattended), 200)
    assert.equal(await look(), 200, 'but somebody who does something then is noticed')
    await usedAt(made.id, at)
    assert.equal(Date.parse((await shown()).expiresAt), at + 20 * minute)
    for (const name of ['second', 'third']) {
      at += 9 * minute
      assert.equal((await made.owner.post('/teams', { name })).status, 201)
      assert.ok(await untilSaid(name))
      assert.equal(await look(unattended), 200)
    }
    at += 3 * minute
    assert.equal((await made.owner.post('/teams', { name: 'fourth' })).status, 201)
    assert.ok(!(await untilSaid('fourth')), 'the stream has ended')
    assert.equal(await look(unattended), 401)
    assert.ok(!(await isIn()))
  })

  test('a session ends at its greatest age however much it is used, and one that is open already too', async () => {
    const { made, isIn } = await signedIn()
    at += 50 * minute
    assert.ok(await isIn())
    await made.owner.patch('/sso/settings', { sessionMaxMinutes: 60 })
    assert.ok(await isIn())
    at += 11 * minute
    assert.ok(!(await isIn()))
  })

  test('a shorter limit holds in other processes within five seconds', async (t) => {
    const { made, tab, isIn } = await signedIn()
    const elsewhere = await serverOn(app.location, { now })
    t.after(() => elsewhere.close())
    const ask = async () =>
      (await fetch(`${elsewhere.url}/v1/me`, { headers: { cookie: tab.cookie } })).status
    at += 30 * minute
    assert.equal(await ask(), 200)
    await made.owner.patch('/sso/settings', { sessionMaxMinutes: 10 })
    assert.ok(!(await isIn()), 'at once in this one')
    at += 5_000
    assert.equal(await ask(), 401)
  })

  test('the limits have limits', async () => {
    const { made } = await signedIn()
    for (const body of [
      { sessionIdleMinutes: 20_161 },
      { sessionMaxMinutes: 129_601 },
      { sessionIdleMinutes: -1 },
      { sessionMaxMinutes: 1.5 },
      { secondFactor: 'some' },
      { personalTokens: 'lose' },
    ]) {
      const refused = await made.owner.patch('/sso/settings', body)
      assert.equal(refused.status, 400, JSON.stringify(body))
      assert.equal(refused.body.details[0].path, Object.keys(body)[0])
    }
    const { body } = await made.owner.get('/sso/settings')
    assert.deepEqual(
      [body.secondFactor, body.sessionIdleMinutes, body.sessionMaxMinutes, body.personalTokens],
      ['none', 0, 0, 'keep'],
    )
  })

  // The last one: links that are made from here on have ended for the clock of this suite.
  test('a browser keeps the session for as long as it can last, however short it may be idle', async () => {
    const made = await app.organisation()
    const tab = browserTab(app.url)
    const entered = await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    const keptUntil = (setCookie: string | undefined) =>
      Date.parse(/svc_session=[^,]*Expires=([^;]+GMT)/.exec(setCookie ?? '')?.[1] ?? '')
    const latest = Math.floor((at + 90 * 1_440 * minute) / 1_000) * 1_000
    assert.equal(keptUntil(entered.setCookie), latest)
    at += 10 * 1_440 * minute
    const proved = await tab.send('POST', '/auth/reauthenticate', { password })
    assert.equal(keptUntil(proved.setCookie), latest, 'it is the same session')
  })

  async function usedAt(organisationId: string, time: number): Promise<void> {
    const { home } = partitionsOf(organisationId)
    const wanted = new Date(time).toISOString()
    for (;;) {
      const [owner] = await app.store.records(home).list(kinds.user, { where: [], limit: 1 })
      const sessions = await app.store.run(sessionsOf, home, String(owner?.record.id))
      if (sessions.every((session) => session.usedAt >= wanted)) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
})
