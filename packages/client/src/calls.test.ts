import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { kinds, type SpecialOperationId } from '@svc/model'
import { createFixtures, eventually, useApp } from '@svc/server/testing'
import { createClient } from './index.ts'
import { abandoned, forwardTo, loseAnswerOf, serve } from './testing/loopback.ts'

const shift = { name: 'Ada', email: null, startsAt: null, endsAt: null }
const errorTrackers = {
  openIssues: async () => ({ totalOpen: 3, totalEvents24h: null, issues: [] }),
}
const app = useApp('sqlite', {
  fetchAllow: ['127.0.0.1'],
  onCall: { whoIsOnCall: async () => shift },
  errorTrackers,
})

async function newScene(t: TestContext) {
  const organisation = await app.organisation()
  const client = createClient({
    endpoint: app.url,
    token: organisation.ownerToken,
    retry: { firstWaitMs: 5 },
  })
  const fixtures = createFixtures({ app, organisation })
  const make = async (kind: keyof typeof kinds, over = {}) =>
    String((await fixtures.make(kinds[kind], over)).id)
  return { t, client, organisation, make }
}

type Scene = Awaited<ReturnType<typeof newScene>>

const operations: Readonly<Record<SpecialOperationId, (scene: Scene) => Promise<void>>> = {
  getMe: async ({ client, organisation }) => {
    assert.deepEqual((await client.call('getMe')).organisation, { id: organisation.id, name: 'Test' })
  },
  getOpenApi: async ({ client }) => assert.equal((await client.call('getOpenApi')).openapi, '3.1.0'),
  exportArchive: async ({ client }) => {
    const { name, body } = await client.download('exportArchive')
    assert.match(name ?? '', /^test-\d{4}-\d\d-\d\d\.zip$/)
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    assert.equal(bytes.subarray(0, 2).toString(), 'PK')
    assert.ok(bytes.includes('manifest.json'))
    const stopped = client.download('exportArchive', { signal: AbortSignal.abort(new Error('stopped')) })
    await assert.rejects(stopped, /stopped/)
    const nobody = createClient({ endpoint: app.url, token: 'svc_pat_live_none' })
    await assert.rejects(nobody.download('exportArchive'), { code: 'unauthenticated' })
  },
  listTokens: async ({ client, organisation }) => {
    const { tokens } = await client.call('listTokens', { query: { limit: 10 } })
    assert.equal(tokens[0]?.userId, organisation.ownerId)
  },
  createToken: async ({ client }) => {
    const { token, scopes } = await client.call('createToken', { body: { name: 'x', mode: 'test' } })
    assert.match(token ?? '', /^svc_pat_test_/)
    assert.deepEqual(scopes, ['read'])
    const once = { body: { name: 'y' }, idempotencyKey: 'k' } as const
    const first = await client.call('createToken', once)
    assert.equal((await client.call('createToken', once)).token, first.token)
  },
  deleteToken: async ({ client }) => {
    const { id: tokenId } = await client.call('createToken', { body: { name: 'x' } })
    await client.call('deleteToken', { params: { tokenId } })
    await assert.rejects(client.call('deleteToken', { params: { tokenId } }), { code: 'not_found' })
  },
  listApiKeys: async ({ client, make }) => {
    const id = await make('apiKey')
    assert.equal((await client.call('listApiKeys')).apiKeys[0]?.id, id)
  },
  createApiKey: async ({ client }) => {
    const { key } = await client.call('createApiKey', { body: { name: 'ci', scopes: ['ingest'] } })
    assert.match(key ?? '', /^svc_key_live_/)
  },
  deleteApiKey: async ({ client, make }) => {
    await client.call('deleteApiKey', { params: { keyId: await make('apiKey') } })
    assert.deepEqual((await client.call('listApiKeys')).apiKeys, [])
  },
  listSamlKeys: async ({ client }) => assert.deepEqual((await client.call('listSamlKeys')).samlKeys, []),
  createSamlKey: async ({ client }) => {
    assert.equal((await client.call('createSamlKey')).use, 'signing')
    assert.equal((await client.call('createSamlKey')).use, 'next')
    await assert.rejects(client.call('createSamlKey'), { code: 'duplicate' })
  },
  activateSamlKey: async ({ client }) => {
    await client.call('createSamlKey')
    const { id } = await client.call('createSamlKey')
    const { samlKeys } = await client.call('activateSamlKey', { body: { id } })
    assert.deepEqual(
      samlKeys.map(({ use }) => use),
      ['signing', 'previous'],
    )
  },
  deleteSamlKey: async ({ client }) => {
    const first = await client.call('createSamlKey')
    await assert.rejects(client.call('deleteSamlKey', { body: { id: first.id } }), { code: 'still_needed' })
    const second = await client.call('createSamlKey')
    const { samlKeys } = await client.call('deleteSamlKey', { body: { id: second.id } })
    assert.deepEqual(
      samlKeys.map(({ id }) => id),
      [first.id],
    )
  },
  listScimTokens: async ({ client, make }) => {
    const id = await make('scimToken')
    assert.equal((await client.call('listScimTokens')).scimTokens[0]?.id, id)
  },
  createScimToken: async ({ client }) => {
    const { token } = await client.call('createScimToken', { body: { name: 'Okta' } })
    assert.match(token ?? '', /^svc_scim_[0-9a-f]{48}$/)
  },
  deleteScimToken: async ({ client, make }) => {
    await client.call('deleteScimToken', { params: { scimTokenId: await make('scimToken') } })
    assert.deepEqual((await client.call('listScimTokens')).scimTokens, [])
  },
  getScimStatus: async ({ client }) => {
    const { people, groups, calls } = await client.call('getScimStatus')
    assert.deepEqual([people, groups, calls], [0, 0, []])
  },
  getApiSpec: async ({ t, client }) => {
    const source = await serve(t, (_, response) => void response.end('type Query { a: Int }'))
    const { record } = await client.api.create({ name: 'a', specUrl: `${source.url}/a.graphql` })
    const { format, spec } = await client.call('getApiSpec', { params: { apiId: record.id } })
    assert.deepEqual([format, spec], ['graphql', 'type Query { a: Int }'])
  },
  putApiSpec: async ({ client, make }) => {
    const params = { apiId: await make('api') }
    const { format } = await client.call('putApiSpec', { params, body: { spec: 'type Query { a: Int }' } })
    assert.equal(format, 'graphql')
    const { answer, etag } = await client.callTagged('getApiSpec', { params })
    assert.match(String(answer.kept?.updatedBy), /^usr_/)
    await client.call('putApiSpec', { params, body: { spec: 'type Query { b: Int }' }, ifMatch: etag })
    const overtaken = client.call('putApiSpec', { params, body: { spec: 'type Mutation' }, ifMatch: etag })
    await assert.rejects(overtaken, { code: 'precondition_failed' })
  },
  deleteApiSpec: async ({ client, make }) => {
    const params = { apiId: await make('api') }
    await client.call('putApiSpec', { params, body: { spec: 'type Query { a: Int }' } })
    await client.call('deleteApiSpec', { params })
    await assert.rejects(client.call('getApiSpec', { params }), { code: 'invalid_request' })
  },
  listSloSnapshots: async ({ client, make }) => {
    const sloId = await make('slo')
    const id = await make('sloSnapshot', { sloId })
    const { snapshots } = await client.call('listSloSnapshots', { params: { sloId } })
    assert.deepEqual(
      snapshots.map((one) => one.id),
      [id],
    )
  },
  explainSlo: async ({ client, make }) => {
    const sloId = await make('slo', { target: 99, type: 'availability', currentValue: 99.5 })
    const { status, figures } = await client.call('explainSlo', { params: { sloId } })
    assert.deepEqual([status, figures.currentValue], ['met', 99.5])
  },
  refreshOnCallBinding: async ({ client, make }) => {
    const refreshed = await client.call('refreshOnCallBinding', {
      params: { bindingId: await make('oncallBinding') },
    })
    assert.equal(refreshed.currentlyOnCallUserName, 'Ada')
  },
  getDrift: async ({ client, make }) => {
    const appId = await make('project')
    assert.equal((await client.call('getDrift', { query: { appId } })).drift, null)
    const id = await make('driftSnapshot', { appId })
    assert.equal((await client.call('getDrift', { query: { appId } })).drift?.id, id)
  },
  getGraph: async ({ client, make }) => {
    const root = `component:${await make('project')}`
    const { nodes, truncated } = await client.call('getGraph', { query: { root, depth: 2 } })
    assert.deepEqual([nodes.length, truncated], [1, false])
  },
  getImpact: async ({ client, make }) => {
    const of = `component:${await make('project')}`
    assert.deepEqual((await client.call('getImpact', { query: { of } })).entities, [])
  },
  getSummaries: async ({ client, make }) => {
    const id = await make('project')
    const { summaries } = await client.call('getSummaries', { query: { of: `component:${id}` } })
    assert.deepEqual([summaries[0]?.id, summaries[0]?.slos.total], [id, 0])
  },
  getTimeline: async ({ client, make }) => {
    const of = `component:${await make('project')}`
    const { entries, hasEdits } = await client.call('getTimeline', { query: { of } })
    assert.deepEqual([entries[0]?.type, hasEdits], ['edit', true])
  },
  getCosts: async ({ client, make }) => {
    const appId = await make('project')
    assert.equal((await client.call('getCosts', { query: { appId } })).appId, appId)
    await assert.rejects(client.call('getCosts', { query: { appId: '' } }), { code: 'invalid_request' })
  },
  getCostGroups: async ({ client, make }) => {
    const appId = await make('project')
    await client.call('ingestCosts', { body: { externalId: 'g', appId, amountCents: 5 } })
    const { groups, cents } = await client.call('getCostGroups', { query: { by: 'project' } })
    assert.deepEqual([groups.map((one) => one.id), cents], [[appId], 5])
  },
  listProjectCosts: async ({ client, make }) => {
    const appId = await make('project')
    await client.call('ingestCosts', { body: { externalId: 'c', appId, amountCents: 5 } })
    const { projects } = await client.call('listProjectCosts')
    assert.deepEqual(
      projects.map((one) => one.appId),
      [appId],
    )
  },
  ingestDeployments: async ({ client, make }) => {
    const body = { externalId: 'run/1', appId: await make('project'), status: 'building' } as const
    const { results } = await client.call('ingestDeployments', { body })
    assert.equal(results[0]?.status, 'created')
    const again = { items: [{ ...body, status: 'success' as const }, body] }
    const { results: later } = await client.call('ingestDeployments', { body: again })
    assert.deepEqual(
      later.map(({ status, id }) => [status, id]),
      [
        ['updated', results[0]?.id],
        ['unchanged', results[0]?.id],
      ],
    )
  },
  ingestCosts: async ({ client, make }) => {
    const body = { externalId: 'day/1', appId: await make('project'), amountCents: 5 }
    assert.equal((await client.call('ingestCosts', { body })).results[0]?.status, 'created')
  },
  ingestDrift: async ({ client, make }) => {
    const appId = await make('project')
    const { results } = await client.call('ingestDrift', { body: { appId, mappingsTotal: 3, mappings: [] } })
    assert.equal((await client.call('getDrift', { query: { appId } })).drift?.id, results[0]?.id)
  },
  ingestSlis: async ({ client, make }) => {
    const sloId = await make('slo')
    const items = [{ sloId, value: 99.95 }]
    assert.equal((await client.call('ingestSlis', { body: { items } })).results[0]?.status, 'updated')
    assert.equal((await client.slo.read(sloId)).record.currentValue, 99.95)
  },
  searchEverything: async ({ client, make }) => {
    const id = await make('project', { name: 'Needle' })
    const found = await client.call('searchEverything', { query: { q: 'needle' } })
    const owner = { ownerTeamId: null, ownerTeamName: null }
    assert.deepEqual(found, {
      results: [{ kind: 'project', id, name: 'Needle', ...owner }],
      didYouMean: null,
    })
  },
  getNames: async ({ client, make }) => {
    const id = await make('team', { name: 'Hay' })
    const { names } = await client.call('getNames', { query: { ids: id } })
    assert.deepEqual(names, [{ kind: 'team', id, name: 'Hay' }])
  },
  getFacets: async ({ client, make }) => {
    await make('api', { kind: 'grpc' })
    const { facets, total } = await client.call('getFacets', { query: { kind: 'api' } })
    assert.deepEqual(facets.kind?.find(({ value }) => value === 'grpc')?.count, 1)
    assert.ok(total > 0)
  },
  listScorecardScores: async ({ client, make }) => {
    const scorecardId = await make('scorecard')
    await client.api.create({ name: 'a' })
    const ask = () => client.call('listScorecardScores', { params: { scorecardId } })
    const { scores } = await eventually(ask, (answer) => answer.scores.length > 0)
    assert.equal(scores[0]?.scorecardId, scorecardId)
  },
  listScores: async ({ client, make }) => {
    await make('scorecard')
    const { record } = await client.api.create({ name: 'a' })
    const ask = () => client.call('listScores', { query: { entityKind: 'api', entityId: record.id } })
    const { scores } = await eventually(ask, (answer) => answer.scores.length > 0)
    assert.equal(scores[0]?.entityName, 'a')
  },
  verifySsoDomain: async ({ client, make }) => {
    const domainId = await make('ssoDomain')
    const { verificationStatus } = await client.call('verifySsoDomain', { params: { domainId } })
    assert.equal(verificationStatus, 'pending')
  },
  confirmSsoDomain: async ({ client, make }) => {
    const domainId = await make('ssoDomain')
    const body = { link: `svc_domain_${'0'.repeat(48)}` }
    const confirmed = client.call('confirmSsoDomain', { params: { domainId }, body })
    await assert.rejects(confirmed, /is verified by dns_txt, not by a link/)
  },
  testIdentityProvider: async ({ client, make }) => {
    const providerId = await make('identityProvider')
    const { ok, message } = await client.call('testIdentityProvider', { params: { providerId } })
    assert.deepEqual([ok, message], [false, 'clientId is not set.'])
  },
  readProviderMetadata: async ({ client, make }) => {
    const providerId = await make('identityProvider', { protocol: 'saml', saml: {}, oidc: null })
    const taken = client.call('readProviderMetadata', { params: { providerId }, body: { xml: '<x/>' } })
    await assert.rejects(taken, /does not describe an identity provider/)
  },
  createWebhook: async ({ client }) => {
    const body = { url: 'https://hooks.acme.example/svc' }
    assert.match((await client.call('createWebhook', { body })).secret, /^whsec_/)
  },
  rotateWebhookSecret: async ({ client, make }) => {
    const webhookId = await make('webhook')
    assert.match((await client.call('rotateWebhookSecret', { params: { webhookId } })).secret, /^whsec_/)
  },
  testWebhook: async ({ t, client }) => {
    const receiver = await serve(t, (_, response) => void response.writeHead(204).end())
    const { id: webhookId } = await client.call('createWebhook', { body: { url: receiver.url } })
    const { status, responseStatus } = await client.call('testWebhook', { params: { webhookId } })
    assert.deepEqual([status, responseStatus], ['delivered', 204])
  },
  redeliverWebhook: async ({ t, client }) => {
    const receiver = await serve(t, (_, response) => void response.writeHead(204).end())
    const { id: webhookId } = await client.call('createWebhook', { body: { url: receiver.url } })
    const { id: deliveryId } = await client.call('testWebhook', { params: { webhookId } })
    const again = await client.call('redeliverWebhook', { params: { webhookId, deliveryId } })
    assert.deepEqual([again.id, again.attempts], [deliveryId, 2])
  },
  listWebhookDeliveries: async ({ client, make }) => {
    const webhookId = await make('webhook')
    const id = await make('webhookDelivery', { webhookId })
    const { deliveries } = await client.call('listWebhookDeliveries', { params: { webhookId } })
    assert.deepEqual(
      deliveries.map((one) => one.id),
      [id],
    )
  },
  listEvents: async ({ client }) => {
    await client.team.create({ name: 'a' })
    const { events, lastSeq } = await client.call('listEvents', { query: { kind: 'team' } })
    assert.deepEqual(
      events.map(({ seq, type }) => [seq, type]),
      [[1, 'team.created']],
    )
    assert.equal(lastSeq, 1)
  },
  createSecret: async ({ client }) => {
    const body = { name: 'x', type: 'text', keyword: 'k', value: 'a value of some length' } as const
    const made = await client.call('createSecret', { body })
    assert.deepEqual([made.keyword, made.maskedPreview], ['k', 'a va…'])
    assert.equal((await client.secret.read(made.id)).record.name, 'x')
  },
  setSecretValue: async ({ client, make }) => {
    const params = { secretId: await make('secret') }
    const changed = await client.call('setSecretValue', { params, body: { value: 'another of some length' } })
    assert.equal(changed.maskedPreview, 'anot…')
  },
  listErrorTrackers: async ({ client, make }) => {
    await make('errorTracker')
    assert.equal((await client.call('listErrorTrackers')).errorTrackers.length, 1)
  },
  getErrorTracker: async ({ client, make }) => {
    const params = { appId: await make('project') }
    await assert.rejects(client.call('getErrorTracker', { params }), { code: 'not_found' })
    await make('errorTracker', params)
    assert.equal((await client.call('getErrorTracker', { params })).provider, 'sentry')
  },
  configureErrorTracker: async ({ client, make }) => {
    const params = { appId: await make('project') }
    await make('secret', { keyword: 'sentry' })
    const body = { provider: 'sentry', projectRef: 'acme/shop', vaultKeyword: 'sentry' } as const
    const { appId, snapshot } = await client.call('configureErrorTracker', { params, body })
    assert.deepEqual([appId, snapshot], [params.appId, null])
  },
  deleteErrorTracker: async ({ client, make }) => {
    const params = { appId: await make('project') }
    await make('errorTracker', params)
    await client.call('deleteErrorTracker', { params })
    await assert.rejects(client.call('deleteErrorTracker', { params }), { code: 'not_found' })
  },
  refreshErrorTracker: async ({ client, make }) => {
    const params = { appId: await make('project') }
    await make('errorTracker', params)
    assert.equal((await client.call('refreshErrorTracker', { params })).snapshot?.totalOpen, 3)
  },
  listIntegrations: async ({ client }) => {
    assert.equal((await client.call('listIntegrations')).integrations.length, 7)
  },
  getIntegration: async ({ client }) => {
    const { isConfigured, summary } = await client.call('getIntegration', { params: { type: 'vcs' } })
    assert.deepEqual([isConfigured, summary], [false, {}])
  },
  configureIntegration: async ({ client }) => {
    const body = { config: { platforms: ['web'] } }
    const { summary } = await client.call('configureIntegration', { params: { type: 'deployment' }, body })
    assert.deepEqual(summary, { platforms: ['web'] })
  },
  deleteIntegration: async ({ client }) => {
    const params = { type: 'deployment' }
    await client.call('configureIntegration', { params, body: { config: { platforms: ['web'] } } })
    await client.call('deleteIntegration', { params })
    assert.equal((await client.call('getIntegration', { params })).isConfigured, false)
  },
  testIntegration: async ({ client }) => {
    assert.equal((await client.call('testIntegration', { params: { type: 'jira' } })).ok, false)
  },
  getResponsibilities: async ({ client, organisation, make }) => {
    const id = await make('team', { leadUid: organisation.ownerId })
    const answer = await client.call('getResponsibilities', { params: { uid: organisation.ownerId } })
    const leads = answer.responsibilities.find(({ responsibility }) => responsibility === 'leads')
    assert.deepEqual([answer.isActive, leads?.count, leads?.records[0]?.id], [true, 1, id])
  },
  setContacts: async ({ client, organisation }) => {
    const contacts = [{ type: 'phone', value: '+44 20 7946 0001' }] as const
    const member = await client.call('setContacts', {
      params: { uid: organisation.ownerId },
      body: { contacts },
    })
    assert.deepEqual(member.contacts, contacts)
  },
  getOnCallCoverage: async ({ client, make }) => {
    const entityId = await make('team')
    const rota = { people: [{ name: 'Ada' }] }
    await make('oncallBinding', {
      scope: 'team',
      targetId: entityId,
      provider: 'manual',
      scheduleId: null,
      manual: rota,
    })
    const query = { from: '2026-11-16T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z', entityIds: entityId }
    const { coverage } = await client.call('getOnCallCoverage', { query })
    assert.deepEqual([coverage[0]?.shifts[0]?.userName, coverage[0]?.gaps], ['Ada', []])
  },
  listOnCallFeeds: async ({ client, make }) => {
    const id = await make('oncallFeed')
    assert.equal((await client.call('listOnCallFeeds')).feeds[0]?.id, id)
  },
  createOnCallFeed: async ({ client, organisation }) => {
    const body = { name: 'Mine', of: 'person', userUid: organisation.ownerId } as const
    const { url, lastFour } = await client.call('createOnCallFeed', { body })
    assert.ok(url?.endsWith(`${lastFour}.ics`))
  },
  deleteOnCallFeed: async ({ client, make }) => {
    await client.call('deleteOnCallFeed', { params: { feedId: await make('oncallFeed') } })
    assert.deepEqual((await client.call('listOnCallFeeds')).feeds, [])
  },
  handOver: async ({ client, organisation, make }) => {
    const id = await make('team', { leadUid: organisation.ownerId, memberUids: [] })
    const { id: toUid } = await organisation.user('member')
    const input = { params: { uid: organisation.ownerId }, body: { toUid } }
    assert.equal((await client.call('handOver', { ...input, body: { toUid, dryRun: true } })).moved, 1)
    const { moved, left, refused } = await client.call('handOver', input)
    assert.deepEqual([moved, left, refused], [1, 0, []])
    assert.equal((await client.team.read(id)).record.leadUid, toUid)
  },
  previewGroupMapping: async ({ client }) => {
    const body = { source: 'scim', group: 'payments', role: 'admin' } as const
    const { members, roles } = await client.call('previewGroupMapping', { body })
    assert.deepEqual([members, roles], [0, []])
  },
  getUserOrigins: async ({ client, organisation }) => {
    const { role, teams } = await client.call('getUserOrigins', { params: { uid: organisation.ownerId } })
    assert.deepEqual([role.role, role.origin, teams], ['owner', 'hand', []])
  },
  getSsoSettings: async ({ client }) => {
    assert.equal((await client.call('getSsoSettings')).enforcementMode, 'disabled')
  },
  previewSsoSettings: async ({ client }) => {
    const body = { enforcementMode: 'required_all', allowPasswordFallback: false } as const
    const { shutOut, warnings } = await client.call('previewSsoSettings', { body })
    assert.ok(shutOut.length > 0 && warnings.length > 0)
    assert.equal((await client.call('getSsoSettings')).enforcementMode, 'disabled')
  },
  updateSsoSettings: async ({ client }) => {
    const body = { enforcementMode: 'optional' } as const
    assert.equal((await client.call('updateSsoSettings', { body })).enforcementMode, 'optional')
    await assert.rejects(client.call('updateSsoSettings', { body, ifMatch: '"0"' }), {
      code: 'precondition_failed',
    })
  },
  listIssueActivity: async ({ client, make }) => {
    const issueId = await make('issue')
    const { activity } = await client.call('listIssueActivity', { params: { issueId } })
    assert.ok(Array.isArray(activity) && activity.length > 0)
  },
  listIssueRunbooks: async ({ client, make }) => {
    const appId = await make('project')
    const issueId = await make('issue', { appId })
    const id = await make('runbook', { linkedAppIds: [appId] })
    const { runbooks } = await client.call('listIssueRunbooks', { params: { issueId } })
    assert.deepEqual(
      runbooks.map((runbook) => runbook.id),
      [id],
    )
    const { items } = await client.runbook.page({ appId, severity: 'minor' })
    assert.deepEqual(items, [])
  },
  importBackstage: async ({ client }) => {
    const entity = { apiVersion: 'backstage.io/v1alpha1', kind: 'Domain', metadata: { name: 'sales' } }
    const body = { source: 'x', documents: [{ location: 'a.yaml', entity }] }
    const { dryRun, counts } = await client.call('importBackstage', { body })
    assert.deepEqual([dryRun, counts.create], [true, 1])
  },
  importCosts: async ({ client }) => {
    const text =
      'BillingPeriodStart,ChargePeriodStart,BillingCurrency,EffectiveCost\n2026-11-01,2026-11-14,USD,12.5\n'
    const file = { type: 'text/csv', content: new Blob([text]) } as const
    const { dryRun, rows, totals } = await client.call('importCosts', { query: { tag: 'app' }, file })
    assert.deepEqual([dryRun, rows, totals[0]?.cents], [true, 1, 1250])
  },
  addRunbookImage: async ({ client, make }) => {
    const params = { runbookId: await make('runbook') }
    const body = { name: 'dot.gif', content: Buffer.from('GIF89a').toString('base64') }
    const { type, path } = await client.call('addRunbookImage', { params, body })
    assert.deepEqual([type, path.startsWith('images/img_')], ['image/gif', true])
  },
  listRunbookImages: async ({ client, make }) => {
    const params = { runbookId: await make('runbook') }
    assert.deepEqual(await client.call('listRunbookImages', { params }), { images: [] })
  },
  getRunbookImage: async ({ client, make }) => {
    const params = { runbookId: await make('runbook') }
    const body = { content: Buffer.from('GIF89a').toString('base64') }
    const { id: imageId } = await client.call('addRunbookImage', { params, body })
    const found = await client.call('getRunbookImage', { params: { ...params, imageId } })
    assert.equal(found.content, body.content)
  },
  deleteRunbookImage: async ({ client, make }) => {
    const params = { runbookId: await make('runbook') }
    const body = { content: Buffer.from('GIF89a').toString('base64') }
    const { id: imageId } = await client.call('addRunbookImage', { params, body })
    await client.call('deleteRunbookImage', { params: { ...params, imageId } })
    assert.deepEqual(await client.call('listRunbookImages', { params }), { images: [] })
  },
  listRelatedRunbooks: async ({ client, make }) => {
    const componentId = await make('project')
    const id = await make('runbook', { linkedAppIds: [componentId] })
    const of = `api:${await make('api', { componentId })}`
    const { runbooks, isExact } = await client.call('listRelatedRunbooks', { query: { of } })
    assert.deepEqual([runbooks.map((runbook) => runbook.id), isExact], [[id], true])
  },
  listDeleted: async ({ client, make }) => {
    const id = await make('team')
    await client.team.delete(id)
    const { deleted } = await client.call('listDeleted', { query: { kind: 'team', limit: 5 } })
    assert.deepEqual(
      deleted.map((one) => one.id),
      [id],
    )
  },
  restoreDeleted: async ({ client, make }) => {
    const id = await make('team')
    await client.team.delete(id)
    const { deleted } = await client.call('listDeleted', {})
    const eventId = String(deleted[0]?.eventId)
    assert.equal((await client.call('restoreDeleted', { params: { eventId } })).id, id)
  },
  listAuditLog: async ({ client, make }) => {
    await make('team')
    const { auditLog } = await client.call('listAuditLog', { query: { type: 'team.created', limit: 5 } })
    assert.ok(Array.isArray(auditLog) && auditLog.length === 1)
  },
}

describe('each special operation is called by its id', () => {
  for (const [id, check] of Object.entries(operations)) {
    test(id, async (t) => check(await newScene(t)))
  }
})

test('a token whose answer was lost is created once, and its secret is not lost', async (t) => {
  const { organisation } = await newScene(t)
  const server = await serve(t, loseAnswerOf(app.url), forwardTo(app.url))
  const client = createClient({
    endpoint: server.url,
    token: organisation.ownerToken,
    retry: { firstWaitMs: 5 },
  })
  const { id, token } = await client.call('createToken', { body: { name: 'lost' } })
  assert.match(token ?? '', /^svc_pat_live_/)
  const { tokens } = await client.call('listTokens')
  assert.deepEqual(
    tokens.filter(({ name }) => name === 'lost').map((one) => one.id),
    [id],
  )
})

test('a missing parameter or an unknown operation is reported before anything is sent', async () => {
  const client = createClient({ endpoint: await abandoned(), token: 'x', retry: { attempts: 1 } })
  // @ts-expect-error the id of the API is required
  await assert.rejects(client.call('getApiSpec'), { message: '/apis/{apiId}/spec needs apiId.' })
  // @ts-expect-error there is no such operation
  await assert.rejects(client.call('getNothing', {}), { message: 'There is no operation getNothing.' })
})
