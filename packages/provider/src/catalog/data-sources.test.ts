import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  allKinds,
  allOperations,
  asQueryValue,
  asQueryWord,
  attributeNameOf,
  codeNameOf,
  type Kind,
  kinds,
  listKeyOf,
  type Operation,
  pathParams,
  pluralCodeNameOf,
  queryKeysOf,
  snakeCase,
} from '@svc/model'
import { partitionIdOf } from '@svc/server'
import { caughtUp, clockBetweenJobs, type Fields, useApp } from '@svc/server/testing'
import { type ObjectValue, unknown, type Value } from '../protocol/value.ts'
import { dataSources } from './data-sources/index.ts'
import { complaintsOf, newScene, recordIn, type Scene } from './testing/scene.ts'
import { readAs } from './testing/in-code.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })
const sources = dataSources(() => {
  throw new Error('Nothing is read here.')
})
/** What has no id of its own: what is there without being made, and what belongs to a project. */
const isGiven = ({ name }: Kind): boolean =>
  name === kinds.ssoSettings.name || name === kinds.integration.name || name === kinds.errorTracker.name

const kindsOf = (nameOf: (kind: Kind) => string): readonly Kind[] =>
  allKinds.filter((kind) => sources[`svc_${nameOf(kind)}`] && !isGiven(kind))
const single = kindsOf(codeNameOf)
const plural = kindsOf(pluralCodeNameOf)

test('every data source is read here', () => {
  const others = [
    ...['sso_settings', 'integration', 'integrations', 'error_tracker', 'error_trackers'],
    ...['graph', 'impact'],
  ]
  const names = [...single.map(codeNameOf), ...plural.map(pluralCodeNameOf), ...others]
  assert.deepEqual(new Set(names.map((name) => `svc_${name}`)), new Set(Object.keys(sources)))
  assert.ok(single.length > 15 && plural.length > 15)
})

test('whatever has a resource can be listed', () => {
  const coded = allKinds.filter(({ resourceType, verbs }) => resourceType && verbs.includes('list'))
  assert.deepEqual(
    coded.map((kind) => `svc_${pluralCodeNameOf(kind)}`).filter((type) => !sources[type]),
    [],
  )
})

/** A record that has a value for whatever can have one. */
async function whole(scene: Scene, kind: Kind, over: Fields = {}): Promise<Fields> {
  return scene.make(kind, { ...(await scene.fullBody(kind)), ...over })
}

for (const kind of single) {
  const type = `svc_${codeNameOf(kind)}`
  const handles = Object.entries(sources[type]?.schema.attributes ?? {})
    .filter(([, { presence }]) => presence === 'optional-computed')
    .map(([name]) => name)

  test(`${type}: everything the API says, by ${handles.join(', ') || 'id'}`, async (t) => {
    const scene = await newScene(t, app)
    const own = ['name', 'title', 'keyword', 'group'].filter((key) => kind.fields[key])
    const { id } = await whole(scene, kind, Object.fromEntries(own.map((key) => [key, `only-this-${key}`])))
    if (kind.name !== kinds.user.name) await scene.make(kind)
    await caughtUp(app)
    const record = await recordIn(scene, kind, id)
    assert.ok(record)
    const expected = readAs(kind, record)
    for (const name of new Set(['id', ...handles])) {
      assert.deepEqual(await scene.driver.read(type, { [name]: expected[name] ?? null }), expected, name)
    }
  })

  test(`${type}: what is not there, or not said`, async (t) => {
    const { driver } = await newScene(t, app)
    for (const name of new Set(['id', ...handles])) {
      const [missing] = await complaintsOf(driver.read(type, { [name]: 'nope' }))
      assert.deepEqual(missing, {
        severity: 'error',
        summary: `There is no such ${kind.noun}`,
        detail: `No ${kind.noun} has the ${name} "nope".`,
        path: [name],
      })
    }
    if (handles.length === 0) return
    const either = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(handles)
    assert.deepEqual(await complaintsOf(driver.read(type, {})), [
      { severity: 'error', summary: 'Missing argument', detail: `Set ${either}.` },
    ])
    const all = Object.fromEntries(handles.map((name) => [name, 'x']))
    assert.deepEqual(await complaintsOf(driver.read(type, all)), [
      {
        severity: 'error',
        summary: 'Conflicting arguments',
        detail: `Set only one of them: ${either}.`,
        path: [handles[1]],
      },
    ])
    const [first = '', second = ''] = handles
    assert.deepEqual(sources[type]?.validate?.({ [first]: unknown, [second]: 'x' }), [])
  })

  const handle = handles.find((name) => name !== 'id' && !kind.unique?.includes(name))
  const isOwn = handle !== undefined && kind.fields[handle] && kind.name !== kinds.user.name
  if (!isOwn) continue

  test(`${type}: two of the same ${handle} are told apart by their ids`, async (t) => {
    const scene = await newScene(t, app)
    const same = { [handle]: 'Twin "é" 100%' }
    const [one, other] = [await whole(scene, kind, same), await whole(scene, kind, same)]
    await whole(scene, kind, { [handle]: 'TWIN "É" 100%' })
    await whole(scene, kind, { [handle]: 'Twin "é" 100% and more' })
    const [found] = await complaintsOf(scene.driver.read(type, same))
    const noun = kind.noun.replace(/y$/, 'ie')
    assert.equal(found?.summary, `There are 2 such ${noun}s`)
    assert.deepEqual(found?.path, [handle])
    const [, ids = '', rest] = /^Each of (\S+, \S+) (has the .*)$/.exec(found?.detail ?? '') ?? []
    assert.deepEqual(new Set(ids.split(', ')), new Set([one.id, other.id]))
    assert.equal(rest, `has the ${handle} ${JSON.stringify(same[handle])}. Set id instead.`)
  })
}

test('svc_error_tracker and svc_error_trackers: by the project', async (t) => {
  const { client, driver, make } = await newScene(t, app)
  const snapshot = {
    ...{ provider: 'sentry', totalOpen: 2, totalEvents24h: null, lastFetchError: null },
    fetchedAt: '2026-11-15T12:00:00.000Z',
    issues: [{ id: '1', title: 'x', level: 'error', count24h: 3, lastSeenAt: null, url: null }],
  }
  const { appId } = await make(kinds.errorTracker, { snapshot })
  await make(kinds.errorTracker)
  const { errorTrackers } = (await client.get('/error-trackers')).body
  const expected = errorTrackers.map((one: Fields) => readAs(kinds.errorTracker, one))
  assert.deepEqual((await driver.read('svc_error_trackers', {})).error_trackers, expected)
  assert.deepEqual(await driver.read('svc_error_tracker', { app_id: String(appId) }), expected[1])
  const [missing] = await complaintsOf(driver.read('svc_error_tracker', { app_id: 'nope' }))
  assert.equal(missing?.detail, 'No error tracker has the app_id "nope".')
})

test('svc_integration and svc_integrations: all of them, whether configured or not', async (t) => {
  const { client, driver } = await newScene(t, app)
  const { integrations } = (await client.get('/integrations')).body
  const expected = integrations.map((one: Fields) => readAs(kinds.integration, one))
  assert.equal(expected.length, 7)
  assert.deepEqual((await driver.read('svc_integrations', {})).integrations, expected)
  for (const one of expected) {
    assert.deepEqual(await driver.read('svc_integration', { type: one.type }), one)
  }
  const [missing] = await complaintsOf(driver.read('svc_integration', { display_name: 'nope' }))
  assert.equal(missing?.detail, 'No integration has the display_name "nope".')
})

const listOf = (kind: Kind): Operation => {
  const found = allOperations.find(({ method, path }) => method === 'GET' && path === kind.path)
  if (!found) throw new Error(`There is no list of ${kind.noun}s.`)
  return found
}

/** Some records of a kind, and how a list of them is asked for. */
async function several(t: TestContext, kind: Kind) {
  const scene = await newScene(t, app)
  const shared: Record<string, unknown> = {}
  const needed = [...pathParams(kind.path), ...(kind.requiredFilters ?? [])]
  for (const key of needed) shared[key] = await scene.value(kind, key, {})
  if (kind.name === kinds.score.name) {
    await scene.make(kinds.scorecard)
    for (const graded of [kinds.project, kinds.api]) await scene.make(graded)
  } else {
    for (const n of [1, 2, 3]) {
      const times = kind.fields.takenAt ? { takenAt: `2026-11-01T0${n}:00:00.000Z` } : {}
      await whole(scene, kind, { ...shared, ...times })
    }
    if (kind.hiddenBy) await whole(scene, kind, { [kind.hiddenBy]: false })
  }
  await caughtUp(app)
  const type = `svc_${pluralCodeNameOf(kind)}`
  const inPath = new Set(pathParams(kind.path))

  /** The same question to the API and to the data source; gives how many were found. */
  const compare = async (query: Fields, limit?: number): Promise<readonly Fields[]> => {
    const asked: Fields = { ...shared, ...query }
    const path = kind.path.replace(/\{(\w+)\}/, (_, key: string) => String(asked[key]))
    const rest = Object.entries(asked).filter(([key]) => !inPath.has(key))
    const params = new URLSearchParams(rest.map(([key, value]) => [key, String(value)]))
    if (limit !== undefined) params.set('limit', String(limit))
    const { body, status, text } = await scene.client.get(`${path}?${params}`)
    assert.equal(status, 200, text)
    const records: readonly Fields[] = body[listKeyOf(kind)]
    const config: ObjectValue = {
      ...Object.fromEntries(
        Object.entries(asked).map(([key, value]) => [
          attributeNameOf(key, listOf(kind).query?.[key] ?? {}),
          typeof value === 'number' ? value : String(value),
        ]),
      ),
      ...(limit !== undefined && { limit }),
    }
    const state = await scene.driver.read(type, config)
    assert.deepEqual(
      state[snakeCase(listKeyOf(kind))],
      records.map((record) => readAs(kind, record)),
      JSON.stringify(query),
    )
    for (const [name, value] of Object.entries(config)) assert.equal(state[name], value)
    return records
  }
  return { scene, type, compare, shared }
}

for (const kind of plural) {
  test(`svc_${pluralCodeNameOf(kind)}: the whole list, and what each filter leaves of it`, async (t) => {
    const { scene, type, compare, shared } = await several(t, kind)
    const place = Object.fromEntries(
      Object.entries(shared).map(([key, value]) => [snakeCase(key), String(value)]),
    )
    const all = await compare({})
    assert.ok(all.length > 0)
    const { query = {} } = listOf(kind)
    for (const [key, schema] of Object.entries(query)) {
      // What is deleted is in no code.
      if (['limit', 'cursor', 'sort', 'includeDeleted', ...(kind.requiredFilters ?? [])].includes(key))
        continue
      const values = new Set([...valuesOf(kind, all, key), ...(schema.enum ?? [])])
      assert.ok(values.size > 0, key)
      const found = []
      for (const value of values) found.push(...(await compare({ [key]: value })))
      assert.ok(found.length > 0, `${key} finds something`)
      if (schema.enum) {
        const name = attributeNameOf(key, schema)
        const [wrong] = await complaintsOf(scene.driver.read(type, { ...place, [name]: 'no-such-word' }))
        assert.deepEqual(wrong?.path, [name])
        assert.equal(wrong?.detail, `${name} must be one of ${schema.enum.join(', ')}.`)
      } else if (schema.type === 'integer') {
        const { maximum = 0 } = schema
        const [wrong] = await complaintsOf(scene.driver.read(type, { ...place, [key]: maximum + 1 }))
        assert.equal(wrong?.detail, `${key} must be ${maximum} or less.`)
      } else if (key === 'query') {
        const [wrong] = await complaintsOf(scene.driver.read(type, { ...place, query: 'no:such' }))
        assert.match(String(wrong?.detail), /query is not understood at character 4/)
      } else {
        assert.deepEqual(await compare({ [key]: 'no such' }), [])
      }
    }
  })
}

/** A term for each value of a record, or else a word of its name. */
function queriesFor(kind: Kind, record: Fields): readonly string[] {
  const terms = queryKeysOf(kind).flatMap(({ key, filter, field }) =>
    filter !== undefined && ['string', 'number'].includes(typeof record[field])
      ? [`${key}:${asQueryValue(String(record[field]))}`]
      : [],
  )
  return terms.length > 0 || !kind.search ? terms : [asQueryWord(String(record.name ?? record.title))]
}

function valuesOf(kind: Kind, all: readonly Fields[], key: string): readonly unknown[] {
  const array = Object.keys(kind.fields).find((one) => kind.fields[one]?.traits.filterAs === key)
  if (array) return all.flatMap((record) => record[array] as readonly string[])
  if (key === 'query') return all.flatMap((record) => queriesFor(kind, record))
  if (key === 'q')
    return all.map(({ name, title }) =>
      String(name ?? title)
        .slice(1, 6)
        .toUpperCase(),
    )
  return all.flatMap((record) => (['string', 'number'].includes(typeof record[key]) ? [record[key]] : []))
}

for (const kind of plural.filter(({ defaultLimit }) => defaultLimit !== undefined)) {
  test(`svc_${pluralCodeNameOf(kind)}: no more than asked for`, async (t) => {
    const { scene, type, compare, shared } = await several(t, kind)
    assert.equal((await compare({}, 2)).length, 2)
    assert.equal((await compare({}, 1_000)).length, 3)
    const place = Object.fromEntries(
      Object.entries(shared).map(([key, value]) => [snakeCase(key), String(value)]),
    )
    for (const limit of [0, 1_001, 1.5]) {
      const [found] = await complaintsOf(scene.driver.read(type, { ...place, limit }))
      assert.deepEqual(found?.path, ['limit'])
    }
  })
}

test('svc_teams: a list of more than one page', async (t) => {
  const scene = await newScene(t, app)
  const { id } = await scene.make(kinds.team)
  const held = await app.store
    .records(partitionIdOf(scene.organisation.id, 'live'))
    .find(kinds.team, String(id))
  const request = {
    partitionId: partitionIdOf(scene.organisation.id, 'live'),
    actor: { type: 'system', id: null, name: 'test' } as const,
    now: () => new Date(),
  }
  await app.store.write(request, async (change) => {
    for (let n = 0; n < 1_000; n += 1) await change.insert(kinds.team, { ...held?.record, id: `team_${n}` })
  })
  const { teams } = await scene.driver.read('svc_teams', {})
  assert.equal((teams as readonly ObjectValue[]).length, 1_001)
})

test('svc_project: an archived one has its name still', async (t) => {
  const scene = await newScene(t, app)
  const { id } = await scene.make(kinds.project, { name: 'Old', archived: true })
  assert.equal((await scene.driver.read('svc_project', { name: 'Old' })).id, id)
})

test('svc_slo_snapshots: of an SLO that is not there', async (t) => {
  const { driver } = await newScene(t, app)
  const [found] = await complaintsOf(driver.read('svc_slo_snapshots', { slo_id: 'slo_nope' }))
  assert.equal(found?.summary, 'Could not list the SLO snapshots')
  assert.match(found?.detail ?? '', /^There is no SLO "slo_nope"\./)
})

test('svc_sso_settings: as they are', async (t) => {
  const scene = await newScene(t, app)
  const changes = { enforcementMode: 'optional', passwordSessionGracePeriodMinutes: 30 }
  const { body } = await scene.client.patch('/sso/settings', changes)
  const state = await scene.driver.read('svc_sso_settings', {})
  assert.deepEqual(state, readAs(kinds.ssoSettings, body))
  assert.equal(state.enforcement_mode, 'optional')
})

const snakeKeys = (json: unknown): Value => {
  if (Array.isArray(json)) return json.map(snakeKeys)
  if (typeof json !== 'object' || json === null) return json as Value
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [attributeNameOf(key, {}), snakeKeys(value)]),
  )
}

test('svc_graph and svc_impact: what the API works out, in code’s words', async (t) => {
  const scene = await newScene(t, app)
  const team = await scene.make(kinds.team, { name: 'Ordering' })
  const shop = await scene.make(kinds.project, { name: 'Shop', ownerTeamId: team.id })
  const api = await scene.make(kinds.api, { name: 'Orders', lifecycle: 'production' })
  const database = await scene.make(kinds.resource, { name: 'db' })
  await scene.make(kinds.slo, { appId: shop.id, currentValue: 99.95 })
  const edge = { fromKind: 'component', fromId: shop.id, toKind: 'api', toId: api.id, type: 'calls' }
  await scene.make(kinds.dependency, edge)
  const reads = { fromKind: 'api', fromId: api.id, toKind: 'resource', toId: database.id, type: 'reads' }
  await scene.make(kinds.dependency, reads)

  const root = `component:${shop.id}`
  const questions: readonly ObjectValue[] = [
    {},
    { root },
    { root, depth: 1 },
    { root, direction: 'dependents' },
    { root, direction: 'dependsOn', depth: 10, types: 'calls,reads' },
    { types: 'reads' },
    { root, limit: 1 },
  ]
  const sizes = []
  for (const question of questions) {
    const params = new URLSearchParams(Object.entries(question).map(([key, value]) => [key, String(value)]))
    const { body } = await scene.client.get(`/graph?${params}`)
    const all = { root: null, direction: null, depth: null, limit: null, types: null, ...question }
    assert.deepEqual(await scene.driver.read('svc_graph', question), { ...all, ...Object(snakeKeys(body)) })
    sizes.push(body.nodes.length)
  }
  assert.deepEqual(sizes, [3, 3, 2, 1, 3, 2, 1])

  const of = `resource:${database.id}`
  const { of: entity, ...body } = (await scene.client.get(`/impact?of=${of}`)).body
  assert.deepEqual([body.entities.length, body.teams.length, body.slos.length], [2, 1, 1])
  const impact = await scene.driver.read('svc_impact', { of })
  assert.deepEqual(impact, {
    of,
    limit: null,
    depth: null,
    entity: snakeKeys(entity),
    ...Object(snakeKeys(body)),
  })

  const wrong: readonly (readonly [string, ObjectValue, string])[] = [
    ['svc_graph', { root: 'project:x' }, 'root'],
    ['svc_graph', { depth: 11 }, 'depth'],
    ['svc_graph', { direction: 'up' }, 'direction'],
    ['svc_graph', { types: 'A b' }, 'types'],
    ['svc_impact', { of: shop.id as string }, 'of'],
  ]
  for (const [type, config, name] of wrong) {
    const [found] = await complaintsOf(scene.driver.read(type, config))
    assert.deepEqual([found?.summary, found?.path], [`Invalid ${name}`, [name]])
  }
  const [missing] = await complaintsOf(scene.driver.read('svc_impact', { of: 'api:api_nope' }))
  assert.match(missing?.summary ?? '', /^Could not /)
  assert.match(missing?.detail ?? '', /api_nope/)
})

test('a test token reads test data', async (t) => {
  const live = await newScene(t, app)
  const { organisation } = live
  const scene = await newScene(t, app, { organisation, mode: 'test' })
  await live.make(kinds.team, { name: 'Live' })
  const { id } = await scene.make(kinds.team, { name: 'Test' })
  assert.equal((await scene.driver.read('svc_team', { name: 'Test' })).id, id)
  const { teams } = await scene.driver.read('svc_teams', {})
  assert.deepEqual(
    (teams as readonly ObjectValue[]).map(({ name }) => name),
    ['Test'],
  )
  await complaintsOf(scene.driver.read('svc_team', { name: 'Live' }))
  await complaintsOf(live.driver.read('svc_team', { id: String(id) }))
})

test('what a token may not see is said as such', async (t) => {
  const { organisation } = await newScene(t, app)
  const { token } = await organisation.key()
  const { driver } = await newScene(t, app, { organisation, token: token ?? '' })
  const [found] = await complaintsOf(driver.read('svc_secrets', {}))
  assert.equal(found?.summary, 'Could not list the vault items')
  assert.match(found?.detail ?? '', /^This needs the scope admin/)
})
