import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kind, kinds } from '@svc/model'
import { useApp } from '@svc/server/testing'
import type { Diagnostic } from '../protocol/diagnostic.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { patience } from './configuration.ts'
import { startProxy } from './testing/proxy.ts'
import { complaintsOf, newScene, recordIn, type Scene, typeOfKind } from './testing/scene.ts'
import { configOf } from './testing/in-code.ts'

const app = useApp('sqlite')
const limited = useApp('sqlite', { rateLimit: '15/1s' })

/** A complaint without the request's id, which must be there where the API has answered. */
function said({ detail = '', ...rest }: Diagnostic): Omit<Diagnostic, 'severity'> {
  const [sentence = ''] = detail.split('\n\nRequest id: req_')
  return { summary: rest.summary, detail: sentence, ...(rest.path && { path: rest.path }) }
}

const hasRequestId = ({ detail = '' }: Diagnostic): boolean => /\n\nRequest id: req_\w+$/.test(detail)

const tokenPlace = 'as SVC_API_TOKEN, or as token in the provider block.'

test('a reference to nothing is shown on its attribute, with its id', async (t) => {
  const { driver } = await newScene(t, app)
  const config = { name: 'Orders', owner_team_id: 'team_nope', component_id: 'prj_nope' }
  const found = await complaintsOf(driver.apply({ type: 'svc_api', config }))
  assert.ok(found.every(hasRequestId))
  const summary = 'Could not create the API "Orders"'
  assert.deepEqual(found.map(said), [
    {
      summary,
      detail: 'component_id names the project "prj_nope", which does not exist.',
      path: ['component_id'],
    },
    {
      summary,
      detail: 'owner_team_id names the team "team_nope", which does not exist.',
      path: ['owner_team_id'],
    },
  ])
  assert.equal(driver.state('svc_api'), null)
})

test('in a list the very entry is shown, in a set the set', async (t) => {
  const scene = await newScene(t, app)
  const { id } = await scene.make(kinds.user)
  const team = { name: 'Payments', member_uids: [String(id), 'usr_nope'] }
  assert.deepEqual((await complaintsOf(scene.driver.apply({ type: 'svc_team', config: team }))).map(said), [
    {
      summary: 'Could not create the team "Payments"',
      detail: 'member_uids[1] names the user "usr_nope", which does not exist.',
      path: ['member_uids', 1],
    },
  ])
  const system = { name: 'Ordering', api_ids: ['api_nope'] }
  assert.deepEqual(
    (await complaintsOf(scene.driver.apply({ type: 'svc_system', config: system }))).map(said),
    [
      {
        summary: 'Could not create the system "Ordering"',
        detail: 'api_ids names the API "api_nope", which does not exist.',
        path: ['api_ids'],
      },
    ],
  )
})

test('a change to a reference to nothing keeps what was there', async (t) => {
  const { driver } = await newScene(t, app)
  const before = await driver.apply({ type: 'svc_domain', config: { name: 'Commerce' } })
  const config = { name: 'Commerce', owner_team_id: 'team_nope' }
  assert.deepEqual((await complaintsOf(driver.apply({ type: 'svc_domain', config }))).map(said), [
    {
      summary: 'Could not change the domain "Commerce"',
      detail: 'owner_team_id names the team "team_nope", which does not exist.',
      path: ['owner_team_id'],
    },
  ])
  assert.deepEqual(driver.state('svc_domain'), before)
})

const twins: readonly (readonly [Kind, string, string])[] = [
  [kinds.dependency, 'Could not create the dependency edge', 'from_kind, from_id, to_kind, to_id and type'],
  [
    kinds.oncallBinding,
    'Could not create the on-call binding "Primary"',
    'scope, target_id and provider_name',
  ],
]

for (const [kind, summary, same] of twins) {
  test(`a second ${kind.noun}: the first is named, with the block that imports it`, async (t) => {
    const scene = await newScene(t, app)
    const type = typeOfKind(kind)
    const body = await scene.body(kind)
    const { id } = await scene.make(kind, body)
    const found = await complaintsOf(scene.driver.apply({ type, config: configOf(kind, body) }))
    assert.deepEqual(found.map(said), [
      {
        summary,
        detail: `${id} already has the same ${same}. To manage that one, import it:\n\nimport {\n  to = ${type}.<name>\n  id = "${id}"\n}`,
      },
    ])
    assert.equal(scene.driver.state(type), null)
    await scene.driver.import(type, String(id))
    await scene.begin()
    assert.equal((await scene.driver.plan({ type, config: configOf(kind, body) })).action, 'no-op')
  })
}

/** Goes on with another credential. */
const continueWith = async ({ driver }: Scene, token: string | undefined): Promise<void> => {
  assert.deepEqual(await driver.configure({ endpoint: app.url, token: token ?? '' }), [])
}

const kept: ObjectValue = { name: 'Kept' }

test('a token that may only read creates and changes nothing', async (t) => {
  const scene = await newScene(t, app)
  const before = await scene.driver.apply({ type: 'svc_team', name: 'kept', config: kept })
  await continueWith(scene, (await scene.organisation.person('member', { scopes: ['read'] })).token)
  const detail = `This needs the scope write. The credential has: read. Set a token that has it ${tokenPlace}`
  const creating = scene.driver.apply({ type: 'svc_team', config: { name: 'New' } })
  assert.deepEqual((await complaintsOf(creating)).map(said), [
    { summary: 'Could not create the team "New"', detail },
  ])
  const changing = scene.driver.apply({ type: 'svc_team', name: 'kept', config: { name: 'Other' } })
  assert.deepEqual((await complaintsOf(changing)).map(said), [
    { summary: 'Could not change the team "Kept"', detail },
  ])
  assert.equal(scene.driver.state('svc_team'), null)
  assert.deepEqual(scene.driver.state('svc_team', 'kept'), before)
})

test('a key deletes nothing, and what it could not delete stays in the state', async (t) => {
  const scene = await newScene(t, app)
  const before = await scene.driver.apply({ type: 'svc_team', config: kept })
  await continueWith(scene, (await scene.organisation.key()).token)
  assert.deepEqual((await complaintsOf(scene.driver.destroy('svc_team'))).map(said), [
    {
      summary: 'Could not delete the team "Kept"',
      detail: `This needs the scope admin, which only a personal token of an admin or owner can carry. The credential has: read, write. Set a token that has it ${tokenPlace}`,
    },
  ])
  assert.deepEqual(scene.driver.state('svc_team'), before)
  assert.ok(await recordIn(scene, kinds.team, before?.id))
})

test('a token that is revoked between two commands is refused with one sentence', async (t) => {
  const scene = await newScene(t, app)
  const { body } = await scene.client.post('/tokens', { name: 'ci', scopes: ['read', 'write', 'admin'] })
  await continueWith(scene, body.token)
  const before = await scene.driver.apply({ type: 'svc_team', name: 'kept', config: kept })
  assert.equal((await scene.driver.plan({ type: 'svc_team', config: { name: 'New' } })).action, 'create')
  assert.equal((await scene.client.delete(`/tokens/${body.id}`)).status, 204)
  const detail = `svc no longer accepts the token: it has expired or been revoked. Create a new one and set it ${tokenPlace}`
  const creating = scene.driver.apply({ type: 'svc_team', config: { name: 'New' } })
  assert.deepEqual((await complaintsOf(creating)).map(said), [
    { summary: 'Could not create the team "New"', detail },
  ])
  assert.equal(scene.driver.state('svc_team'), null)
  assert.deepEqual(scene.driver.state('svc_team', 'kept'), before)
})

test('more than svc takes at once is said as such', async (t) => {
  const { driver } = await newScene(t, app)
  const config = { title: 'Long', runbook_type: 'rollback', body_md: '\u{1d11e}'.repeat(300_000) }
  assert.deepEqual((await complaintsOf(driver.apply({ type: 'svc_runbook', config }))).map(said), [
    {
      summary: 'Could not create the runbook "Long"',
      detail: 'The body is larger than 1 MiB. A whole resource must fit into that.',
    },
  ])
  assert.equal(driver.state('svc_runbook'), null)
})

test('a server that stops in the middle: what was made is kept, the rest is made by the next run', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  const before = await scene.driver.apply({ type: 'svc_team', name: 'kept', config: kept })
  await proxy.stop()
  const found = await complaintsOf(scene.driver.apply({ type: 'svc_team', config: { name: 'New' } }))
  assert.deepEqual(found.map(said), [
    {
      summary: 'Could not create the team "New"',
      detail: `${proxy.url} cannot be reached: connection refused (ECONNREFUSED).`,
    },
  ])
  assert.deepEqual(scene.driver.state('svc_team', 'kept'), before)
  await continueWith(scene, scene.settings.token)
  assert.ok(await scene.driver.apply({ type: 'svc_team', config: { name: 'New' } }))
  assert.equal((await scene.client.get('/teams')).body.teams.length, 2)
})

test('an answer that is lost on its way is asked for again: one record', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  let losses = 1
  proxy.decide((method) => (method === 'POST' && losses-- > 0 ? 'broken off' : 'passed'))
  const made = await scene.driver.apply({ type: 'svc_team', config: kept })
  const { teams } = (await scene.client.get('/teams')).body
  assert.deepEqual(
    teams.map(({ id }: { id: string }) => id),
    [made?.id],
  )
})

test('an update and a delete whose answers are lost keep the state until they are known to be done', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  const before = await scene.driver.apply({ type: 'svc_team', config: kept })
  proxy.decide((method) => (method === 'PATCH' ? 'broken off' : 'passed'))
  const changing = scene.driver.apply({ type: 'svc_team', config: { name: 'Other' } })
  assert.deepEqual((await complaintsOf(changing)).map(said), [
    {
      summary: 'Could not change the team "Kept"',
      detail: `${proxy.url} cannot be reached: the connection was lost (UND_ERR_SOCKET).`,
    },
  ])
  assert.deepEqual(scene.driver.state('svc_team'), before)
  proxy.decide(() => 'passed')
  await scene.begin()
  assert.equal((await scene.driver.plan({ type: 'svc_team', config: { name: 'Other' } })).action, 'no-op')

  let losses = 1
  proxy.decide((method) => (method === 'DELETE' && losses-- > 0 ? 'broken off' : 'passed'))
  await scene.driver.destroy('svc_team')
  assert.equal(scene.driver.state('svc_team'), null)
})

test('whoever stops a run waits no longer, and is told so', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url, retry: { attempts: 30 } })
  proxy.decide((method) => (method === 'POST' ? 'lost' : 'passed'))
  const startedAt = performance.now()
  const creating = complaintsOf(scene.driver.apply({ type: 'svc_team', config: kept }))
  await sleep(100)
  await scene.driver.stop()
  assert.deepEqual((await creating).map(said), [
    {
      summary: 'Could not create the team "Kept"',
      detail: 'The run was stopped before svc responded. Apply again to continue.',
    },
  ])
  assert.ok(performance.now() - startedAt < 60_000)
  proxy.decide(() => 'passed')
  await scene.begin()
  assert.ok(await scene.driver.apply({ type: 'svc_team', config: kept }))
})

test('a large catalog gets through a rate limit', async (t) => {
  const scene = await newScene(t, limited, { retry: patience })
  const names = Array.from({ length: 40 }, (_, n) => `team-${n}`)
  await Promise.all(names.map((name) => scene.driver.apply({ type: 'svc_team', name, config: { name } })))
  assert.ok(scene.host.logged.some((line) => line.startsWith('trying again')))
  const { teams } = await scene.driver.read('svc_teams', {})
  assert.equal((teams as readonly unknown[]).length, 40)
})

test('a gateway that cannot reach svc, and one that is broken', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }
  proxy.decide((method) => (method === 'POST' ? { status: 502, ...page } : 'passed'))
  assert.deepEqual((await complaintsOf(scene.driver.apply({ type: 'svc_team', config: kept }))).map(said), [
    {
      summary: 'Could not create the team "Kept"',
      detail: `POST ${proxy.url}/v1/teams returned an unexpected response: 502 Bad Gateway, text/html, “Bad Gateway”. Is the endpoint right?`,
    },
  ])
})

test('a record that was deleted between plan and apply is not changed, and the next plan makes it', async (t) => {
  const scene = await newScene(t, app)
  const made = await scene.driver.apply({ type: 'svc_team', config: kept })
  await scene.begin()
  await scene.driver.refresh()
  await scene.client.delete(`/teams/${made?.id}`)
  const changing = scene.driver.apply({ type: 'svc_team', config: { name: 'Other' } })
  assert.deepEqual((await complaintsOf(changing)).map(said), [
    { summary: 'Could not change the team "Kept"', detail: `There is no team "${made?.id}".` },
  ])
  await scene.begin()
  assert.equal((await scene.driver.plan({ type: 'svc_team', config: kept })).action, 'create')
})

test('a record that was deleted between plan and destroy is gone, as it should be', async (t) => {
  const scene = await newScene(t, app)
  const made = await scene.driver.apply({ type: 'svc_team', config: kept })
  assert.equal((await scene.client.delete(`/teams/${made?.id}`)).status, 204)
  await scene.driver.destroy('svc_team')
  assert.equal(scene.driver.state('svc_team'), null)
})

const missing: readonly (readonly [string, string, string])[] = [
  ['svc_team', 'team_nope', 'team "team_nope"'],
  ['svc_api', '../projects', 'API "../projects"'],
  ['svc_dependency_edge', '', 'dependency edge ""'],
]

for (const [type, id, noun] of missing) {
  test(`to import ${noun}, there must be one`, async (t) => {
    const { driver } = await newScene(t, app)
    const [found] = await complaintsOf(driver.import(type, id))
    assert.equal(found?.summary, `There is no ${noun}`)
    assert.match(
      found?.detail ?? '',
      /^The live data of Test has none with this id\. Ids of [\w -]+s begin with \w+_\.$/,
    )
  })
}

async function runbooks(t: TestContext) {
  const scene = await newScene(t, app)
  const config = { title: 'Break glass', runbook_type: 'rollback', visibility_role_min: 'admin' }
  return { scene, config, type: 'svc_runbook' }
}

test('a runbook that would be out of sight is not made: each run would make another', async (t) => {
  const { scene, config, type } = await runbooks(t)
  const detail =
    'visibility_role_min admin would hide it from the token, which has the role member. Set it to member or lower, or use a token of someone with the role admin.'
  const { organisation } = scene
  for (const { token } of [await organisation.key(), await organisation.person('member')]) {
    await continueWith(scene, token)
    assert.deepEqual((await complaintsOf(scene.driver.apply({ type, config }))).map(said), [
      { summary: 'Not visible to the token', detail, path: ['visibility_role_min'] },
    ])
  }
  assert.deepEqual((await scene.client.get('/runbooks')).body.runbooks, [])
})

test('a runbook that the token cannot see is neither taken for deleted nor deleted', async (t) => {
  const { scene, config, type } = await runbooks(t)
  const made = await scene.driver.apply({ type, config })
  await continueWith(scene, (await scene.organisation.key()).token)
  const detail = `${made?.id} is hidden from the token, which has the role member, so the provider cannot tell whether it still exists. Use a token of someone with the role admin.`
  for (const command of [
    scene.driver.refresh(),
    scene.driver.plan({ type, config }),
    scene.driver.destroy(type),
  ]) {
    assert.deepEqual((await complaintsOf(command)).map(said), [
      { summary: 'Not visible to the token', detail, path: ['visibility_role_min'] },
    ])
  }
  // Hosts can be told to delete without looking first.
  assert.equal(
    (await scene.host.provider.resources[type]?.delete(made ?? {}, undefined))?.[0]?.detail,
    detail,
  )
  assert.deepEqual(scene.driver.state(type), made)
  await scene.begin()
  assert.equal((await scene.driver.plan({ type, config })).action, 'no-op')
})
