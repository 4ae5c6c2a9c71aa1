import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { UpstreamError } from '../../outbound/errors.ts'
import { serving } from '../../outbound/testing/contract-server.ts'
import { startHttp } from '../../outbound/testing/servers.ts'
import type { Findings } from '../../outbound/error-trackers.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { checkedClient, type Client, clockBetweenJobs, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, make, notFound, read, refused, refusedField, remove, timestamp } from './checks.ts'

const token = 'cnry-1f2e3d4c5b6a7988'

const store = (owner: Client, keyword: string, value: string, more: object = {}) =>
  make(owner, '/secrets', { name: keyword, type: 'text', keyword, value, ...more })

const newProject = async (owner: Client): Promise<string> =>
  (await make(owner, '/projects', { name: 'Shop' })).id

const put = (client: Client, appId: string, body: object, headers = {}) =>
  client.send('PUT', `/error-trackers/${appId}`, body, headers)

const refresh = (client: Client, appId: string) => client.post(`/error-trackers/${appId}/refresh`)

const sentry = { provider: 'sentry', projectRef: 'acme/shop', vaultKeyword: 'tracker' }
const bugsnagId = '515fb9337c1074f6fd000001'
const findings: Findings = { totalOpen: 7, totalEvents24h: 70, issues: [] }

/** All three providers at one address. */
const trackers: RequestListener = (request, response) => {
  const path = new URL(request.url ?? '', 'http://x').pathname
  const required = path.startsWith('/api/0/')
    ? { authorization: `Bearer ${token}` }
    : path.startsWith('/api/1/')
      ? { 'x-rollbar-access-token': token }
      : { authorization: `token ${token}`, 'x-version': '2' }
  const lastSeen = '2026-11-15T10:00:00.000Z'
  const contract = {
    '/api/0/organizations/acme/issues/': () => ({
      body: [
        { id: '1', title: 'Sentry\0 issue', level: 'fatal', lastSeen, permalink: 'https://s.example/1' },
      ],
      headers: { 'x-hits': '1' },
    }),
    '/api/1/items/': () => ({
      body: {
        err: 0,
        result: { total_count: 1, items: [{ id: 2, title: 'Rollbar item', level: 'critical' }] },
      },
    }),
    [`/projects/${bugsnagId}/errors`]: () => ({
      body: [{ id: '3', error_class: 'Bugsnag', message: 'error', severity: 'info', events: 4 }],
      headers: { 'x-total-count': '1' },
    }),
  }
  serving(contract, required)(request, response)
}

onEachEngine((engine) => {
  describe('error trackers', () => {
    const lines: object[] = []
    const app = useApp(engine, {
      fetchAllow: ['127.0.0.1'],
      now: clockBetweenJobs(),
      logsRequests: true,
      log: (line) => lines.push(line),
    })

    test('one for each project: put, read, listed, changed, deleted', async () => {
      const organisation = await app.organisation()
      const owner = checkedClient(organisation.owner)
      const appId = await newProject(owner)
      await store(owner, 'tracker', token)
      notFound(await owner.get(`/error-trackers/${appId}`))
      const made = bodyOf(await put(owner, appId, sentry))
      const { createdAt, updatedAt, ...fields } = made
      assert.deepEqual(fields, { appId, ...sentry, snapshot: null })
      assert.equal(createdAt, updatedAt)
      assert.deepEqual(await read(owner, `/error-trackers/${appId}`), made)
      assert.deepEqual(bodyOf(await put(owner, appId, made)), made, 'what was read can be sent back')
      assert.deepEqual((await read(owner, '/error-trackers')).errorTrackers, [made])
      assert.deepEqual((await read(owner, `/error-trackers?appId=${appId}`)).errorTrackers, [made])
      assert.deepEqual((await read(owner, '/error-trackers?appId=prj_none')).errorTrackers, [])

      const changed = bodyOf(await put(owner, appId, { provider: 'rollbar', vaultKeyword: 'tracker' }))
      assert.deepEqual(
        [changed.provider, changed.projectRef, changed.createdAt],
        ['rollbar', null, createdAt],
      )
      const types = (await read(owner, '/audit-log?subjectKind=error_tracker')).auditLog
      assert.deepEqual(
        types.map(({ type }: { type: string }) => type),
        ['error_tracker.updated', 'error_tracker.created'],
      )
      await remove(owner, `/error-trackers/${appId}`)
      notFound(await owner.get(`/error-trackers/${appId}`))
      notFound(await owner.delete(`/error-trackers/${appId}`))
      notFound(await refresh(owner, appId))
    })

    test('a refusal names the field and says what is allowed', async () => {
      const { owner } = await app.organisation()
      const appId = await newProject(owner)
      await store(owner, 'tracker', token)
      await store(owner, 'deploy', token, { deploymentOnly: true })
      refusedField(await put(owner, appId, {}), 'provider')
      refusedField(await put(owner, appId, { ...sentry, vaultKeyword: null }), 'vaultKeyword')
      refusedField(await put(owner, appId, { ...sentry, provider: 'raygun' }), 'provider')
      refusedField(await put(owner, appId, { ...sentry, nope: 1 }), 'nope')
      refusedField(await put(owner, appId, { ...sentry, appId: 'prj_other' }), 'appId')
      refusedField(await put(owner, appId, { ...sentry, vaultKeyword: 'deploy' }), 'vaultKeyword')
      const pasted = await put(owner, appId, { ...sentry, vaultKeyword: 'sntrys_pasted' })
      refusedField(pasted, 'vaultKeyword')
      assert.ok(!pasted.text.includes('sntrys_pasted'))
      for (const [provider, refs] of [
        ['sentry', [null, 'shop', 'acme/shop/x', 'acme/', 'a b/c', '']],
        ['bugsnag', [null, 'shop', bugsnagId.toUpperCase(), `${bugsnagId}0`]],
        ['rollbar', ['', 'a/b/c', 'a b']],
      ] as const)
        for (const projectRef of refs)
          refusedField(await put(owner, appId, { ...sentry, provider, projectRef }), 'projectRef')
      notFound(await owner.get(`/error-trackers/${appId}`))
      for (const projectRef of [null, 'shop', 'shop/production'])
        bodyOf(await put(owner, appId, { ...sentry, provider: 'rollbar', projectRef }))
      notFound(await put(owner, 'prj_none', sentry))
    })

    test('only admins put and delete, only writers refresh, and all only in their own organisation and mode', async () => {
      const [ours, theirs] = [await app.organisation(), await app.organisation()]
      const appId = await newProject(ours.owner)
      await store(ours.owner, 'tracker', token)
      bodyOf(await put(ours.owner, appId, sentry))
      for (const client of [await ours.person('member'), await ours.key()]) {
        refused(await put(client, appId, sentry), 403, 'forbidden')
        refused(await client.delete(`/error-trackers/${appId}`), 403, 'forbidden')
      }
      refused(await refresh(await ours.person('viewer'), appId), 403, 'forbidden')
      const tester = await ours.person('owner', { mode: 'test' })
      for (const outsider of [theirs.owner, tester]) {
        for (const reply of [
          await outsider.get(`/error-trackers/${appId}`),
          await put(outsider, appId, sentry),
          await refresh(outsider, appId),
          await outsider.delete(`/error-trackers/${appId}`),
        ])
          notFound(reply)
        assert.deepEqual((await read(outsider, '/error-trackers')).errorTrackers, [])
      }
    })

    test('If-Match guards it', async () => {
      const { owner } = await app.organisation()
      const appId = await newProject(owner)
      await store(owner, 'tracker', token)
      refused(await put(owner, appId, sentry, { 'if-match': '*' }), 412, 'precondition_failed')
      const etag = String((await put(owner, appId, sentry)).headers.get('etag'))
      const path = `/error-trackers/${appId}`
      assert.equal((await owner.get(path, { 'if-none-match': etag })).status, 304)
      bodyOf(await put(owner, appId, { ...sentry, projectRef: 'acme/b' }, { 'if-match': etag }))
      refused(await put(owner, appId, sentry, { 'if-match': etag }), 412, 'precondition_failed')
      refused(await owner.delete(path, { 'if-match': etag }), 412, 'precondition_failed')
    })

    for (const [provider, projectRef, title] of [
      ['sentry', 'acme/shop', 'Sentry issue'],
      ['rollbar', null, 'Rollbar item'],
      ['bugsnag', bugsnagId, 'Bugsnag: error'],
    ] as const) {
      test(`${provider}: a refresh brings a snapshot; a failure keeps the last one and its age`, async (t) => {
        const organisation = await app.organisation()
        const owner = checkedClient(organisation.owner)
        const appId = await newProject(owner)
        let isDown = false
        const server = await startHttp(t, (request, response) =>
          isDown ? response.writeHead(403).end() : trackers(request, response),
        )
        const baseUrl = `http://127.0.0.1:${server.port}`
        await store(owner, 'tracker', JSON.stringify({ token, baseUrl }))
        const made = bodyOf(await put(owner, appId, { provider, projectRef, vaultKeyword: 'tracker' }))
        const { snapshot, updatedAt } = bodyOf(await refresh(owner, appId))
        assert.equal(updatedAt, made.updatedAt, 'a fetch is not an edit')
        assert.match(snapshot.fetchedAt, timestamp)
        assert.deepEqual(
          [snapshot.provider, snapshot.totalOpen, snapshot.lastFetchError],
          [provider, 1, null],
        )
        assert.equal(snapshot.issues[0].title, title)

        isDown = true
        refused(await refresh(owner, appId), 502, 'upstream_unavailable')
        const after = await read(owner, `/error-trackers/${appId}`)
        const { lastFetchError } = after.snapshot
        assert.match(lastFetchError, /does not let the credential read this \(status 403\)/)
        assert.deepEqual(after.snapshot, { ...snapshot, lastFetchError })

        const other = provider === 'rollbar' ? { projectRef: 'x' } : { provider: 'rollbar', projectRef: null }
        const moved = bodyOf(await put(owner, appId, { provider, ...other, vaultKeyword: 'tracker' }))
        assert.equal(moved.snapshot, null)
        refused(await refresh(owner, appId), 502, 'upstream_unavailable')
        const { issues, fetchedAt } = (await read(owner, `/error-trackers/${appId}`)).snapshot
        assert.deepEqual([issues, fetchedAt], [[], null])
      })
    }

    test('an item that is gone from the vault is reported by its keyword', async () => {
      const { owner } = await app.organisation()
      const appId = await newProject(owner)
      const { id } = await store(owner, 'tracker', token)
      bodyOf(await put(owner, appId, sentry))
      await remove(owner, `/secrets/${id}`)
      const { message } = refused(await refresh(owner, appId), 502, 'upstream_unavailable')
      assert.match(message, /no Sentry credential: .* under the keyword tracker/)
    })

    test('the background refreshes all; nothing is logged, and an answer for an old configuration is dropped', async () => {
      const { owner } = await app.organisation()
      await store(owner, 'tracker', token)
      const appIds = [await newProject(owner), await newProject(owner), await newProject(owner)]
      const [good = '', bad = '', moved = ''] = appIds
      for (const appId of appIds) bodyOf(await put(owner, appId, { ...sentry, projectRef: `acme/${appId}` }))
      const { lastSeq } = await read(owner, '/events?limit=1000')
      const errorTrackers = {
        openIssues: async ({ projectRef }: { readonly projectRef: string | null }) => {
          if (projectRef?.endsWith(bad)) throw new UpstreamError('missing', 'It is not there.')
          if (projectRef?.endsWith(moved)) bodyOf(await put(owner, moved, sentry))
          return findings
        },
      }
      const job = { store: app.store, now: () => new Date(), errorTrackers }
      await runJob(job, 'error-tracker-refresh')
      const snapshotOf = async (appId: string) => (await read(owner, `/error-trackers/${appId}`)).snapshot
      assert.equal((await snapshotOf(good)).totalOpen, 7)
      assert.deepEqual(
        [(await snapshotOf(bad)).lastFetchError, (await snapshotOf(bad)).fetchedAt],
        ['It is not there.', null],
      )
      assert.equal(await snapshotOf(moved), null)
      assert.equal((await read(owner, '/events?limit=1000')).lastSeq, lastSeq + 1, 'only the caller’s change')
    })

    test('no credential is in an answer, an event or the log', async (t) => {
      const { owner } = await app.organisation()
      const echo = await startHttp(t, (request, response) =>
        response
          .writeHead(500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: request.headers })),
      )
      await store(owner, 'tracker', JSON.stringify({ token, baseUrl: `http://127.0.0.1:${echo.port}` }))
      const seen: string[] = []
      for (const [provider, projectRef] of [
        ['sentry', 'acme/shop'],
        ['rollbar', null],
        ['bugsnag', bugsnagId],
      ]) {
        const appId = await newProject(owner)
        seen.push((await put(owner, appId, { provider, projectRef, vaultKeyword: 'tracker' })).text)
        seen.push((await refresh(owner, appId)).text, (await owner.get(`/error-trackers/${appId}`)).text)
      }
      for (const path of ['/events', '/audit-log', '/error-trackers', '/secrets'])
        seen.push((await owner.get(path)).text)
      assert.ok(echo.requests.length >= 3)
      const everything = `${seen.join('')}${JSON.stringify(lines)}`
      assert.ok(everything.includes('status 500'))
      assert.ok(!everything.includes(token.slice(4)))
    })
  })
})
