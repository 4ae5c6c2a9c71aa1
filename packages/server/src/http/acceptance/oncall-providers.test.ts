import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { defaultUpstreamUrls, oncallProviderNames, oncallProviders, requiredParts } from '@svc/model'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { hoursFromNow, serving } from '../../outbound/testing/contract-server.ts'
import { startHttp } from '../../outbound/testing/servers.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { createOnCallSource } from '../../services/oncall/source.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { createVault } from '../../services/vault/vault.ts'
import {
  clockBetweenJobs,
  type Client,
  eventually,
  onEachEngine,
  testTimeoutMs,
  useApp,
} from '../../testing/index.ts'
import { bodyOf, make, read, refused, refusedField } from './checks.ts'

const token = 'cnry-0d9f8e7c6b5a4938'

const put = (owner: Client, keyword: string, value: unknown) =>
  make(owner, '/secrets', {
    ...{ name: keyword, type: 'text', keyword },
    value: typeof value === 'string' ? value : JSON.stringify(value),
  })

const bind = async (owner: Client, provider: string, scheduleId: string) => {
  const { id: targetId } = await make(owner, '/teams', { name: 'x' })
  return make(owner, '/oncall/bindings', { scope: 'team', targetId, provider, scheduleId })
}

const refresh = (client: Client, id: string) => client.post(`/oncall/bindings/${id}/refresh`)

const pagerDuty = (email: string, end = hoursFromNow(1)): RequestListener =>
  serving(
    {
      '/oncalls': () => ({
        body: {
          oncalls: [{ user: { id: 'PU1', name: 'Ada', email }, end, escalation_level: 1 }],
          more: false,
        },
      }),
    },
    { authorization: `Token token=${token}` },
  )

const opsgenie = (email: string): RequestListener =>
  serving(
    { '/v2/schedules/S1/on-calls': () => ({ body: { data: { onCallRecipients: [email] } } }) },
    { authorization: `GenieKey ${token}` },
  )

const goalert =
  (email: string): RequestListener =>
  async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}` && request.url === '/api/graphql'
    const { variables } = (await json(request)) as { readonly variables: { readonly id: string } }
    const shift = { start: hoursFromNow(-1), end: hoursFromNow(1), user: { name: 'Ada', email } }
    const schedule = variables.id === 'S1' ? { shifts: [shift] } : null
    response
      .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { schedule } }))
  }

/** What a product publishes at an address known only to those who may read it. */
const calendars = (feeds: Readonly<Record<string, string>>): RequestListener => {
  const compact = (at: string) => at.replace(/[-:]|\.\d+/g, '')
  const times = [`DTSTART:${compact(hoursFromNow(-1))}`, `DTEND:${compact(hoursFromNow(1))}`]
  return (request, response) => {
    const email = feeds[request.url ?? '']
    const lines = ['BEGIN:VEVENT', 'UID:1', ...times, `ATTENDEE:mailto:${email}`, 'END:VEVENT']
    response
      .writeHead(email === undefined ? 401 : 200, { 'content-type': 'text/calendar' })
      .end(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
  }
}

const addressOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`

onEachEngine((engine) => {
  describe('on-call providers', () => {
    const lines: object[] = []
    const app = useApp(engine, {
      fetchAllow: ['127.0.0.1'],
      now: clockBetweenJobs(),
      logsRequests: true,
      log: (line) => lines.push(line),
    })

    /** The background, with a short fetch timeout. */
    const runInBackground = (t: TestContext, timeoutMs = 10_000) => {
      const fetch = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs })
      t.after(() => fetch.close())
      const vault = createVault(app.store, openMasterKeys({ file: `${app.location.dataDir}/master.key` }))
      const onCall = createOnCallSource({ fetch, vault, urls: defaultUpstreamUrls })
      return runJob({ store: app.store, now: () => new Date(), onCall }, 'oncall-refresh')
    }

    test('PagerDuty is asked with the credential of the vault, and the member is found', async (t) => {
      const { owner, user } = await app.organisation()
      const member = await user('member')
      const server = await startHttp(t, pagerDuty(member.email.toUpperCase()))
      await put(owner, 'pagerduty', { token, baseUrl: `${addressOf(server)}/` })
      const { id } = await bind(owner, 'pagerduty', 'S1')
      const fresh = bodyOf(await refresh(owner, id))
      assert.equal(fresh.currentlyOnCallUserName, 'Ada')
      assert.equal(fresh.currentlyOnCallUserUid, member.id)
      assert.equal(fresh.lastFetchError, null)
    })

    test('Opsgenie returns no names: the member’s is used', async (t) => {
      const { owner, user } = await app.organisation()
      const member = await user('member')
      const server = await startHttp(t, opsgenie(member.email))
      await put(owner, 'opsgenie', { token, baseUrl: addressOf(server) })
      const { id } = await bind(owner, 'opsgenie', 'S1')
      const fresh = bodyOf(await refresh(owner, id))
      assert.deepEqual(
        [fresh.currentlyOnCallUserName, fresh.currentlyOnCallUserEmail, fresh.currentlyOnCallUserUid],
        ['member', member.email, member.id],
      )
      const elsewhere = await startHttp(t, opsgenie('eve@elsewhere.example'))
      const [{ id: secretId }] = (await read(owner, '/secrets')).secrets
      const value = JSON.stringify({ token, baseUrl: addressOf(elsewhere) })
      bodyOf(await owner.send('PUT', `/secrets/${secretId}/value`, { value }))
      const other = bodyOf(await refresh(owner, id))
      assert.deepEqual(
        [other.currentlyOnCallUserName, other.currentlyOnCallUserUid],
        ['eve@elsewhere.example', null],
      )
    })

    test('the credential says that Opsgenie has been moved to Jira Service Management', async (t) => {
      const { owner } = await app.organisation()
      const basic = Buffer.from(`bot@example.com:${token}`).toString('base64')
      const onCallParticipants = [{ id: 'a1', type: 'user' }]
      const server = await startHttp(
        t,
        serving(
          {
            '/jsm/ops/api/c1/v1/schedules/S1/on-calls': () => ({ body: { onCallParticipants } }),
            '/ex/jira/c1/rest/api/3/user': () => ({ body: { displayName: 'Ada' } }),
          },
          { authorization: `Basic ${basic}` },
        ),
      )
      const credential = { dialect: 'jsm', cloudId: 'c1', email: 'bot@example.com', token }
      await put(owner, 'opsgenie', { ...credential, baseUrl: addressOf(server) })
      const { id } = await bind(owner, 'opsgenie', 'S1')
      const fresh = bodyOf(await refresh(owner, id))
      assert.deepEqual([fresh.currentlyOnCallUserName, fresh.currentlyOnCallUserEmail], ['Ada', null])
    })

    test('GoAlert is asked at the address in its credential, and has no default address', async (t) => {
      const { owner, user } = await app.organisation()
      const member = await user('member')
      const server = await startHttp(t, goalert(member.email))
      const { id: secretId } = await put(owner, 'goalert', token)
      const { id } = await bind(owner, 'goalert', 'S1')
      assert.match(
        (await refresh(owner, id)).body.message,
        /The vault item goalert is not a valid credential for GoAlert: it has no baseUrl, and GoAlert has no default URL/,
      )
      const value = JSON.stringify({ token, baseUrl: addressOf(server) })
      bodyOf(await owner.send('PUT', `/secrets/${secretId}/value`, { value }))
      const fresh = bodyOf(await refresh(owner, id))
      assert.deepEqual([fresh.currentlyOnCallUserName, fresh.currentlyOnCallUserUid], ['Ada', member.id])
      assert.equal(fresh.lastFetchError, null)
      const { id: unknown } = await bind(owner, 'goalert', 'S2')
      assert.match((await refresh(owner, unknown)).body.message, /GoAlert has no schedule \\?"S2/)
    })

    test('each calendar feed has its own address in the vault, which a binding names and nobody sees', async (t) => {
      const { owner, user } = await app.organisation()
      const member = await user('member')
      const paths = { days: `/${token}/days.ics`, nights: `/${token}/nights.ics?x=1`, gone: `/${token}/gone` }
      const server = await startHttp(
        t,
        calendars({ [paths.days]: member.email, [paths.nights]: 'eve@elsewhere.example' }),
      )
      const bindings = new Map<string, string>()
      for (const [name, path] of Object.entries(paths)) {
        const secret = await put(owner, `ical-${name}`, `${addressOf(server)}${path}`)
        assert.deepEqual(secret.uses, [{ type: 'ical', host: null }])
        bindings.set(name, (await bind(owner, 'ical', name)).id)
      }
      await runInBackground(t)
      const found = async (name: string) => read(owner, `/oncall/bindings/${bindings.get(name)}`)
      const [days, nights, gone] = [await found('days'), await found('nights'), await found('gone')]
      assert.deepEqual([days.currentlyOnCallUserUid, days.lastFetchError], [member.id, null])
      assert.deepEqual(
        [nights.currentlyOnCallUserEmail, nights.lastFetchError],
        ['eve@elsewhere.example', null],
        'a feed that refuses does not affect the others',
      )
      assert.match(gone.lastFetchError, /^The calendar feed refuses the credential \(status 401\)\.$/)
      assert.equal(bodyOf(await refresh(owner, days.id)).currentlyOnCallUserUid, member.id)
      const seen = []
      for (const path of ['/events', '/audit-log', '/oncall/bindings', '/secrets'])
        seen.push((await owner.get(path)).text)
      assert.ok(!`${seen.join('')}${JSON.stringify(lines)}`.includes(token.slice(4)))
    })

    test('a calendar binding reaches only vault items for calendars', async () => {
      const { owner } = await app.organisation()
      await put(owner, 'stripe', `https://${token}.example.com/`)
      const { id: targetId } = await make(owner, '/teams', { name: 'x' })
      const binding = { scope: 'team', targetId, provider: 'ical' }
      for (const scheduleId of ['https://feeds.example.com/a.ics', 'Platform', '-x', 'a b', 'x'.repeat(60)])
        refusedField(await owner.post('/oncall/bindings', { ...binding, scheduleId }), 'scheduleId')
      const { id } = await make(owner, '/oncall/bindings', { ...binding, scheduleId: 'stripe' })
      assert.match(
        (await refresh(owner, id)).body.message,
        /no iCalendar feed credential: put one into the vault under the keyword ical-stripe/,
      )
      for (const [value, why] of [
        [`ftp://${token}.example.com`, /its address is invalid/],
        [`http://127.0.0.1:99999/${token}`, /its address is invalid/],
        [`http://1.2.3.4.5/${token}`, /its address is invalid/],
        [`https://ada:${token}@example.com/a.ics`, /its address is invalid/],
        ['http://10.0.0.1/a.ics', /may not be fetched/],
        ['webcal://localhost/a.ics', /may not be fetched/],
      ] as const) {
        const { owner } = await app.organisation()
        await put(owner, 'ical-x', value)
        const { id } = await bind(owner, 'ical', 'x')
        const { text, body } = await refresh(owner, id)
        assert.match(body.message, why)
        assert.ok(!text.includes(token), text)
      }
    })

    test('an item under such a keyword that is for something else is not sent to a calendar', async () => {
      const { owner } = await app.organisation()
      const value = 'https://feeds.example.com/a.ics'
      const uses = [{ type: 'jira', host: 'acme.example' }]
      await make(owner, '/secrets', { name: 'x', type: 'text', keyword: 'ical-x', value, uses })
      const { id } = await bind(owner, 'ical', 'x')
      const { message } = (await refresh(owner, id)).body
      assert.match(message, /^The vault item ical-x may not be used for ical at feeds\.example\.com/)
    })

    test('an invalid credential is reported as such, without being repeated', async () => {
      const secret = 'cnry-5e4d3c2b1a'
      for (const [value, why] of [
        [`two ${secret}`, /its token is invalid/],
        [`{"token":"${secret}"`, /is not JSON/],
        [{ tokn: secret }, /it may only have the fields token, baseUrl/],
        [{ [secret]: 'x' }, /it may only have the fields token, baseUrl/],
        [{ baseUrl: 'https://api.example.com' }, /it has no token/],
        [{ token: secret, baseUrl: `https://${secret}@api.example.com` }, /its baseUrl is invalid/],
        [{ token: [secret] }, /its token is invalid/],
        [{ token: secret, baseUrl: 'http://10.0.0.1' }, /may not be fetched/],
      ] as const) {
        const { owner } = await app.organisation()
        await put(owner, 'pagerduty', value)
        const { id } = await bind(owner, 'pagerduty', 'S1')
        const reply = await refresh(owner, id)
        refused(reply, 502, 'upstream_unavailable')
        const after = await read(owner, `/oncall/bindings/${id}`)
        assert.match(after.lastFetchError, why)
        assert.ok(!`${reply.text}${after.lastFetchError}`.includes(secret), reply.text)
      }
      const { owner } = await app.organisation()
      await put(owner, 'opsgenie', { dialect: 'jsm', token: secret })
      const { id } = await bind(owner, 'opsgenie', 'S1')
      assert.match((await refresh(owner, id)).body.message, /it needs email, token, and site or cloudId/)
    })

    test('each mode has its own credential, and an item for deployments only does not count', async (t) => {
      const organisation = await app.organisation()
      const server = await startHttp(t, pagerDuty('ada@example.com'))
      const tester = await organisation.person('owner', { mode: 'test' })
      await put(tester, 'pagerduty', { token, baseUrl: addressOf(server) })
      const { owner } = organisation
      const [live, mock] = [await bind(owner, 'pagerduty', 'S1'), await bind(tester, 'pagerduty', 'S1')]
      assert.match(
        (await refresh(owner, live.id)).body.message,
        /no PagerDuty credential: .* keyword pagerduty/,
      )
      bodyOf(await refresh(tester, mock.id))
      const value = JSON.stringify({ token, baseUrl: addressOf(server) })
      const item = { name: 'x', type: 'text', keyword: 'pagerduty', value, deploymentOnly: true }
      await make(owner, '/secrets', item)
      refused(await refresh(owner, live.id), 502, 'upstream_unavailable')
      assert.equal(server.requests.length, 1)
    })

    test('a PagerDuty service is asked for its escalation policy, beside schedules, each once', async (t) => {
      const { owner } = await app.organisation()
      const end = hoursFromNow(1)
      const server = await startHttp(
        t,
        serving(
          {
            '/services/PSVC': () => ({
              body: { service: { id: 'PSVC', escalation_policy: { id: 'PPOL' } } },
            }),
            '/oncalls': (query) => {
              const name = query.get('escalation_policy_ids[]') === 'PPOL' ? 'Grace' : 'Ada'
              const user = { id: name, name, email: `${name}@example.com` }
              return { body: { oncalls: [{ user, end, escalation_level: 1 }], more: false } }
            },
          },
          { authorization: `Token token=${token}` },
        ),
      )
      await put(owner, 'pagerduty', { token, baseUrl: addressOf(server) })
      const ofSchedule = await bind(owner, 'pagerduty', 'PSVC')
      const { id: targetId } = await make(owner, '/projects', { name: 'Shop' })
      const binding = { scope: 'component', targetId, provider: 'pagerduty', serviceId: 'PSVC' }
      const ofService = await make(owner, '/oncall/bindings', binding)
      assert.equal(bodyOf(await refresh(owner, ofService.id)).currentlyOnCallUserName, 'Grace')
      const before = server.requests.length
      await runInBackground(t)
      assert.equal(server.requests.length - before, 3)
      const names = []
      for (const { id } of [ofSchedule, ofService])
        names.push((await read(owner, `/oncall/bindings/${id}`)).currentlyOnCallUserName)
      assert.deepEqual(names, ['Ada', 'Grace'], 'a schedule and a service of the same name are distinct')
    })

    test('in the background a schedule is asked about once, and the log says who came on call and that the credential was used', async (t) => {
      const { owner } = await app.organisation()
      const server = await startHttp(t, pagerDuty('ada@example.com'))
      await put(owner, 'pagerduty', { token, baseUrl: addressOf(server) })
      const bindings = [await bind(owner, 'pagerduty', 'S1'), await bind(owner, 'pagerduty', 'S1')]
      const before = (await read(owner, '/events?limit=1000')).lastSeq
      await runInBackground(t)
      await runInBackground(t)
      assert.equal(server.requests.length, 2)
      for (const { id, updatedAt } of bindings) {
        const after = await read(owner, `/oncall/bindings/${id}`)
        assert.deepEqual([after.currentlyOnCallUserName, after.updatedAt], ['Ada', updatedAt])
      }
      const { events } = await read(owner, `/events?limit=1000&after=${before}`)
      assert.deepEqual(
        events.map(({ type }: { type: string }) => type),
        ['secret.used', 'oncall_binding.updated', 'oncall_binding.updated'],
        'the second answer was the same',
      )
    })

    test('a refused credential is not tried for every schedule', async (t) => {
      const { owner } = await app.organisation()
      const server = await startHttp(t, (_, response) => response.writeHead(401).end())
      await put(owner, 'pagerduty', { token, baseUrl: addressOf(server) })
      const bindings = []
      for (let n = 0; n < 12; n++) bindings.push(await bind(owner, 'pagerduty', `S${n}`))
      await runInBackground(t)
      assert.ok(server.requests.length <= 4, `${server.requests.length} requests`)
      for (const { id } of bindings) {
        const { lastFetchError } = await read(owner, `/oncall/bindings/${id}`)
        assert.equal(lastFetchError, 'PagerDuty refuses the credential (status 401).')
      }
    })

    test('a provider that does not answer blocks no other provider and no other organisation', async (t) => {
      const [slow, quick] = [await app.organisation(), await app.organisation()]
      let isSilent = true
      const held: ServerResponse[] = []
      const refuse = (response: ServerResponse): unknown => response.writeHead(401).end()
      const silent = await startHttp(t, (_, response) => (isSilent ? held.push(response) : refuse(response)))
      const servers = {
        pagerduty: await startHttp(t, pagerDuty('ada@example.com')),
        opsgenie: await startHttp(t, opsgenie('ada@example.com')),
      }
      const stuck: string[] = []
      const waiting: string[] = []
      for (const [provider, server] of Object.entries(servers)) {
        await put(slow.owner, provider, { token, baseUrl: addressOf(silent) })
        stuck.push((await bind(slow.owner, provider, 'S1')).id)
        await put(quick.owner, provider, { token, baseUrl: addressOf(server) })
        waiting.push((await bind(quick.owner, provider, 'S1')).id)
      }
      const running = runInBackground(t, testTimeoutMs)
      for (const id of waiting)
        await eventually(
          () => read(quick.owner, `/oncall/bindings/${id}`),
          ({ currentlyOnCallUserEmail }) => currentlyOnCallUserEmail === 'ada@example.com',
        )
      const errors = () =>
        Promise.all(stuck.map((id) => read(slow.owner, `/oncall/bindings/${id}`))).then((bindings) =>
          bindings.map(({ lastFetchError }) => lastFetchError),
        )
      assert.deepEqual(await errors(), [null, null], 'no slow one has timed out yet')
      isSilent = false
      held.forEach(refuse)
      await running
      for (const error of await errors())
        assert.match(error, /^(PagerDuty|Opsgenie) refuses the credential \(status 401\)\.$/)
    })

    test('no credential is in an answer, an event or the log', async (t) => {
      const { owner } = await app.organisation()
      const echo = await startHttp(t, (request, response) =>
        response
          .writeHead(500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: request.headers })),
      )
      const seen: string[] = []
      for (const provider of oncallProviderNames.filter(
        (name) => 'baseUrl' in oncallProviders[name].credential.fields,
      )) {
        const parts = requiredParts(oncallProviders[provider]).map((part) => [part, token])
        await put(owner, provider, { ...Object.fromEntries(parts), baseUrl: addressOf(echo) })
        const { id } = await bind(owner, provider, 'S1')
        const before = echo.requests.length
        seen.push((await refresh(owner, id)).text, (await owner.get(`/oncall/bindings/${id}`)).text)
        assert.ok(echo.requests.length > before, `${provider} was not asked`)
      }
      await runInBackground(t)
      for (const path of ['/events', '/audit-log', '/oncall/bindings', '/secrets'])
        seen.push((await owner.get(path)).text)
      assert.ok(echo.requests.every(({ headers }) => JSON.stringify(headers).includes(token)))
      const everything = `${seen.join('')}${JSON.stringify(lines)}`
      assert.ok(everything.includes('status 500'))
      assert.ok(!everything.includes(token.slice(4)))
    })
  })
})
