import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  allKinds,
  attributeNameOf,
  isSetInCode,
  type JsonSchema,
  type Kind,
  kindNamed,
  kinds,
} from '@svc/model'
import {
  companionFields,
  type Fields,
  limitProbes,
  type Probe,
  useApp,
  writableFields,
} from '@svc/server/testing'
import { type Diagnostic, type Path, spelledPath } from '../protocol/diagnostic.ts'
import { Decimal, type ObjectValue, unknown } from '../protocol/value.ts'
import { CommandError, type Driver } from '../testing/driver.ts'
import { resourceColumns } from './attributes.ts'
import { placesIn, replaced } from './testing/places.ts'
import { complaintsOf, newHost, newScene, typeOfKind } from './testing/scene.ts'
import { configOf, minimalOf } from './testing/in-code.ts'
import { changeFaults } from './validation.ts'

const app = useApp('sqlite')
const resourceKinds = allKinds.filter(({ resourceType }) => resourceType !== undefined)

async function complaintsAbout(
  driver: Driver,
  kind: Kind,
  config: ObjectValue,
): Promise<readonly Diagnostic[]> {
  try {
    await driver.validate({ type: typeOfKind(kind), config })
    return []
  } catch (failure) {
    if (failure instanceof CommandError) return failure.diagnostics
    throw failure
  }
}

/** A place in a body, as code has it: in a set there are no places. */
function codePath(schema: JsonSchema, key: string, rest: readonly string[], isListed: boolean): Path {
  const name = attributeNameOf(key, schema)
  const [part, member, ...deeper] = rest
  if (part === undefined) return [name]
  const own = schema.properties?.[part]
  if (own) return [name, ...codePath(own, part, rest.slice(1), false)]
  const inner = schema.items?.properties?.[member ?? '']
  if (member !== undefined && inner) return [name, Number(part), ...codePath(inner, member, deeper, false)]
  return isListed || schema.items?.properties ? [name, Number(part)] : [name]
}

const inCode = (kind: Kind, message: string): string =>
  message
    .replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => {
      const field = kind.fields[word]
      return field ? attributeNameOf(word, field.schema) : word
    })
    .replace(/\bparams\b/, 'params_json')
    // In code, null is left out.
    .replace(/(, null| or null)$/, '')

/** What a refusal of the API is in code: the same words, at the same place. */
function expectedFor(kind: Kind, { path, message }: { path: string; message: string }): Diagnostic {
  const [key = '', ...rest] = path.split('/')
  const field = kind.fields[key]
  const place = field ? codePath(field.schema, key, rest, field.traits.listed === true) : []
  const name = spelledPath(place)
  return {
    severity: 'error',
    summary: `Invalid ${name}`,
    detail: `${name} ${inCode(kind, message)}.`,
    // A host finds its way to an element, and not into it.
    path: place.slice(0, typeof place[1] === 'number' ? 2 : 1),
  }
}

/**
 * Hosts see to types and required members themselves, ids and what svc sets are not in code, and a set of five words has
 * no more.
 */
const canBeWritten = ({ about, path, value }: Probe, { items, properties }: JsonSchema): boolean =>
  !/type \w+$|is required$|unknown member$/.test(about) &&
  !path.includes('id') &&
  isSetInCode(properties?.[path[0] ?? ''] ?? {}) &&
  !(items?.enum && Array.isArray(value) && new Set(value).size < value.length)

const breaksRule = (kind: Kind, key: string, body: Fields): boolean =>
  kind.rules?.some(({ field, holds }) => field === key && !holds({ ...nulls(kind), ...body } as never)) ===
  true

for (const kind of resourceKinds) {
  test(`${kind.resourceType}: every limit is kept before anything is sent, in the words of the API`, async (t) => {
    const scene = await newScene(t, app)
    const body = minimalOf(kind, await scene.body(kind))
    let refused = 0
    for (const [key, { schema, traits }] of writableFields(kind)) {
      for (const probe of limitProbes(schema, key)) {
        if (!canBeWritten(probe, schema)) continue
        // What may only shrink is longer by its schema than anyone may make it.
        if (traits.only) continue
        if (traits.maxEntries !== undefined && probe.about.startsWith('maxItems')) continue
        const whole = { ...body, ...companionFields(kind, key), [key]: probe.value }
        const found = await complaintsAbout(scene.driver, kind, configOf(kind, whole))
        const about = `${key}: ${probe.about}`
        if (probe.isAllowed) {
          // Where a field by itself is right, a rule may still be broken, mostly at another.
          if (breaksRule(kind, key, whole)) continue
          const name = attributeNameOf(key, schema)
          assert.deepEqual(
            found.filter(({ path }) => path?.[0] === name),
            [],
            about,
          )
          continue
        }
        refused += 1
        const reply = await scene.client.post(kind.path, whole)
        assert.equal(reply.status, 400, about)
        const expected: readonly Diagnostic[] = reply.body.details.map((one: never) => expectedFor(kind, one))
        // The API has two complaints about an empty name; one will do.
        const same = expected.filter((one) => found.some((other) => isDeepStrictEqual(one, other)))
        assert.equal(same.length, found.length, `${about}: ${JSON.stringify([found, expected])}`)
        assert.deepEqual(placesOf(found), placesOf(expected), about)
      }
    }
    assert.ok(refused > 2, 'there was something to refuse')
  })

  test(`${kind.resourceType}: nothing is said about what is not known yet`, async (t) => {
    const scene = await newScene(t, app)
    const config = configOf(kind, await scene.fullBody(kind))
    assert.deepEqual(await complaintsAbout(scene.driver, kind, config), [])
    for (const path of placesIn(config)) {
      const open = replaced(config, path, unknown) as ObjectValue
      assert.deepEqual(await complaintsAbout(scene.driver, kind, open), [], spelledPath(path))
    }
  })
}

test('svc_project: a vcs_connection_id from before stays, and a new one must be vcs', async (t) => {
  const scene = await newScene(t, app)
  const type = typeOfKind(kinds.project)
  const old = { name: 'Checkout', vcs_connection_id: 'github-main' }
  const said = { path: ['vcs_connection_id'], detail: 'vcs_connection_id must be one of vcs.' }
  const told = async (config: ObjectValue) =>
    (await complaintsOf(scene.driver.plan({ type, config }))).map(({ path, detail }) => ({ path, detail }))
  assert.deepEqual(await told(old), [said])

  const { id } = await scene.put(kinds.project, {
    ...{ name: 'Checkout', description: null, lifecycle: null, type: null, tier: null, tags: [] },
    vcsConnectionId: 'github-main',
  })
  await scene.driver.import(type, String(id))
  assert.equal((await scene.driver.plan({ type, config: old })).action, 'no-op')
  assert.ok(await scene.driver.apply({ type, config: { ...old, name: 'Pay' } }))
  assert.deepEqual(await told({ ...old, vcs_connection_id: 'gitlab' }), [said])
  assert.ok(await scene.driver.apply({ type, config: { ...old, vcs_connection_id: 'vcs' } }))
  assert.deepEqual(await told(old), [said])
})

const placesOf = (found: readonly Diagnostic[]): ReadonlySet<string> =>
  new Set(found.map(({ path = [] }) => spelledPath(path)))

const rule = { type: 'lifecycle_in', label: 'Is in use', weight: 1 }
const tier = { name: 'gold', minScore: 10 }
const self = { fromKind: 'api', fromId: 'api_1', toKind: 'api', toId: 'api_1' }

/** Bodies that break a rule over several fields, and which fields it is about. */
const broken: readonly (readonly [Kind, Fields, readonly string[], string])[] = [
  [
    kinds.dependency,
    self,
    ['fromKind', 'fromId', 'toKind', 'toId'],
    'to_id must not be the same record as from_id: nothing depends on itself.',
  ],
  [
    kinds.groupMapping,
    { source: 'idp', group: 'g1', role: 'member' },
    ['source', 'identityProviderId'],
    'identity_provider_id is required for source idp.',
  ],
  [
    kinds.groupMapping,
    { source: 'scim', identityProviderId: 'idp_1', group: 'g1', role: 'member' },
    ['source', 'identityProviderId'],
    'identity_provider_id must be omitted for source scim.',
  ],
  [
    kinds.groupMapping,
    { source: 'scim', group: 'g1' },
    ['teamId', 'role'],
    'role is required unless there is a team: a mapping gives at least one of them.',
  ],
  [
    kinds.identityProvider,
    { name: 'x', protocol: 'oidc', saml: {} },
    ['protocol', 'saml'],
    'saml must be null for protocol oidc.',
  ],
  [
    kinds.identityProvider,
    { name: 'x', protocol: 'saml', oidc: {} },
    ['protocol', 'oidc'],
    'oidc must be null for protocol saml.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'pagerduty' },
    ['provider', 'scheduleId'],
    'schedule_id is required for provider pagerduty, unless there is a service_id.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'opsgenie', scheduleId: ' \t' },
    ['provider', 'scheduleId'],
    'schedule_id is required for provider opsgenie.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'ical', scheduleId: 'https://feeds.example.com/a.ics' },
    ['provider', 'scheduleId'],
    'schedule_id must be the name of a feed for ical: up to 59 lower-case letters, digits, - and _, starting with a letter or digit.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'pagerduty', scheduleId: 'P1', serviceId: 'S1' },
    ['provider', 'scheduleId', 'serviceId'],
    'service_id must be omitted if there is a schedule_id: PagerDuty takes one of them.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'manual', serviceId: 'S1' },
    ['provider', 'serviceId'],
    'service_id is for provider pagerduty only, not for manual.',
  ],
  [
    kinds.oncallBinding,
    {
      scope: 'team',
      targetId: 'team_1',
      provider: 'opsgenie',
      scheduleId: 'P1',
      manual: { people: [{ name: 'Ada' }] },
    },
    ['provider', 'manual'],
    'manual is for provider manual only: opsgenie itself says who is on call.',
  ],
  [
    kinds.oncallBinding,
    { scope: 'team', targetId: 'team_1', provider: 'manual', manual: { people: [{ phone: '1' }] } },
    ['manual'],
    'manual.people[0] must have exactly one of uid (a member) and name (anybody else).',
  ],
  ...[{}, { lifecycles: [] }, { lifecycles: ['old'] }, { lifecycles: 'production' }].map(
    (params) =>
      [
        kinds.scorecard,
        { name: 'x', applicableKinds: ['api'], rules: [{ ...rule, params }] },
        ['rules'],
        'rules must have params_json {"lifecycles": [...]} if their type is lifecycle_in, with one or more of experimental, production, deprecated, retired.',
      ] as const,
  ),
  [
    kinds.scorecard,
    { name: 'x', applicableKinds: ['api'], rules: [], tiers: [tier, { ...tier, minScore: 20 }] },
    ['tiers'],
    'tiers must have different names.',
  ],
  ...['availability', 'latency', 'errorRate'].map(
    (type) =>
      [
        kinds.slo,
        { name: 'x', appId: 'prj_1', type, target: 120, window: 'rolling7d' },
        ['type', 'target'],
        `target must be between 0 and 100 for type ${type}, not 120.`,
      ] as const,
  ),
  [
    kinds.slo,
    { name: 'x', appId: 'prj_1', type: 'latency', target: 99, window: 'rolling7d', currentValue: -0.5 },
    ['type', 'currentValue'],
    'current_value must be between 0 and 100 for type latency, not -0.5.',
  ],
  ...(
    [
      ['latency', 'atMost', 'atLeast'],
      ['errorRate', 'atLeast', 'atMost'],
    ] as const
  ).map(
    ([type, objective, own]) =>
      [
        kinds.slo,
        { name: 'x', appId: 'prj_1', type, target: 1, window: 'rolling7d', objective },
        ['type', 'objective'],
        `objective must be ${own} for type ${type}, or omitted; only throughput and custom have a choice.`,
      ] as const,
  ),
  ...(
    [
      [
        { audience: 'https://github.com/acme' },
        ['issuer', 'audience'],
        'audience must not be what tokens have by default: choose one for svc, such as its own address.',
      ],
      [
        { conditions: { repository_id: '1', aud: 'x' } },
        ['conditions'],
        'conditions_json must not include iss, aud, exp, iat, nbf, jti, which are always checked.',
      ],
      [
        { conditions: { repository: 'acme/shop' } },
        ['issuer', 'conditions'],
        'conditions_json must have at least one that names an id, as a text: repository_id, repository_owner_id, enterprise_id.',
      ],
    ] as const
  ).map(
    ([change, fields, sentence]) =>
      [
        kinds.workloadTrust,
        { ...(kinds.workloadTrust.example as Fields), ...change },
        fields,
        sentence,
      ] as const,
  ),
]

test('every rule of the model is among those that are broken here', () => {
  const unbroken = resourceKinds.flatMap((kind) =>
    (kind.rules ?? [])
      .filter(
        ({ holds, on }) =>
          // What came later than records is told by the plan, which knows them.
          on === undefined &&
          !broken.some(
            ([owner, body]) =>
              owner.name === kind.name && !holds({ tiers: [], ...nulls(kind), ...body } as never),
          ),
      )
      .map(({ field }) => `${kind.name}.${field}`),
  )
  // The parts of a record have no ids in code, so none can be there twice.
  assert.deepEqual(unbroken, ['scorecard.rules'], 'add a body that breaks these to `broken`')
})

test('what may stay as it was is refused by the plan of who makes or changes it, and only there', async (t) => {
  const { driver } = await newHost(t)
  const kind = kinds.scorecard
  const params = { lifecycles: ['production'] }
  const body = { name: 'x', applicableKinds: ['domain'], rules: [{ ...rule, params }], tiers: [tier] }
  const config = configOf(kind, body)
  assert.deepEqual(await complaintsAbout(driver, kind, config), [])
  const columns = resourceColumns(kind)
  const planned = (change: Fields) => configOf(kind, { ...body, ...change })
  const sentences = (prior: ObjectValue | null, change: Fields = {}) =>
    changeFaults(kind, columns, { prior, planned: planned(change) }).map(({ detail }) => detail)
  const refused = ['rules would never apply: a domain has no lifecycle.']
  assert.deepEqual(sentences(null), refused)
  assert.deepEqual(sentences(config), [])
  assert.deepEqual(sentences(config, { name: 'y' }), [])
  assert.deepEqual(sentences(config, { scopeTags: ['core'] }), refused)
  assert.deepEqual(sentences(config, { applicableKinds: ['domain', 'component'] }), [])
  for (const key of ['applicable_kinds', 'rules', 'scope_team_id'])
    assert.deepEqual(
      changeFaults(kind, columns, { prior: null, planned: { ...config, [key]: unknown } }),
      [],
      `${key} is not known`,
    )
})

const nulls = (kind: Kind): Fields =>
  Object.fromEntries(writableFields(kind).map(([key, { traits }]) => [key, traits.default ?? null]))

for (const [kind, body, fields, sentence] of broken) {
  test(`${kind.resourceType}: ${sentence}`, async (t) => {
    const { driver } = await newHost(t)
    const config = configOf(kind, body)
    const found = await complaintsAbout(driver, kind, config)
    assert.deepEqual(
      found.map(({ detail }) => detail),
      [sentence],
    )
    const [name = ''] = sentence.split(/[ .[]/)
    assert.deepEqual(found[0]?.path, [name])
    const scene = await newScene(t, app)
    const reply = await scene.client.post(kind.path, body)
    assert.deepEqual(found, [expectedFor(kind, reply.body.details[0])])

    for (const key of fields) {
      const attribute = attributeNameOf(key, kind.fields[key]?.schema ?? {})
      const open = { ...config, [attribute]: unknown }
      assert.deepEqual(await complaintsAbout(driver, kind, open), [], `${key} is not known`)
    }
  })
}

test('a rule that meets something unknown inside a list is left for later', async (t) => {
  const { driver } = await newHost(t)
  const config = configOf(kinds.scorecard, {
    name: 'x',
    applicableKinds: ['api'],
    rules: [{ ...rule, params: {} }],
    tiers: [tier, tier],
  })
  assert.equal((await complaintsAbout(driver, kinds.scorecard, config)).length, 2)
  const quiet: readonly Path[] = [
    ['rules', 0],
    ['rules', 0, 'type'],
    ['rules', 0],
    ['tiers', 0, 'name'],
    ['tiers', 1],
  ]
  for (const path of quiet) {
    const found = await complaintsAbout(
      driver,
      kinds.scorecard,
      replaced(config, path, unknown) as ObjectValue,
    )
    assert.deepEqual(
      found.map((one) => one.path?.[0]),
      path[0] === 'rules' ? ['tiers'] : ['rules'],
      spelledPath(path),
    )
  }
})

const scorecard = (part: ObjectValue): ObjectValue => ({
  name: 'x',
  applicable_kinds: ['api'],
  rules: [{ type: 'has_description', label: 'Is described', weight: 1, ...part }],
})
const slo = (part: ObjectValue): ObjectValue => ({
  name: 'x',
  app_id: 'prj_1',
  type: 'custom',
  target: 1,
  window: 'rolling7d',
  ...part,
})

const single: readonly (readonly [string, ObjectValue, string, Path])[] = [
  ['scorecard', scorecard({ weight: 11 }), 'rules[0].weight must be 10 or less.', ['rules', 0]],
  ['scorecard', scorecard({ weight: 1.5 }), 'rules[0].weight must be an integer.', ['rules', 0]],
  ...['{', '', 'production', "{'a': 1}"].map(
    (params_json) =>
      [
        'scorecard',
        scorecard({ params_json }),
        'rules[0].params_json must be a JSON object as text, as written by jsonencode().',
        ['rules', 0],
      ] as const,
  ),
  ...['null', '[]', '"a"', '1'].map(
    (params_json) =>
      [
        'scorecard',
        scorecard({ params_json }),
        'rules[0].params_json must be a JSON object as text, as written by jsonencode().',
        ['rules', 0],
      ] as const,
  ),
  [
    'slo',
    slo({ target: new Decimal('99.99999999999999999999') }),
    'target has more digits than svc can store: the maximum is 15.',
    ['target'],
  ],
  [
    'slo',
    slo({ current_value: 9_007_199_254_740_993n }),
    'current_value has more digits than svc can store: the maximum is 15.',
    ['current_value'],
  ],
  [
    'scorecard',
    scorecard({ weight: 18_446_744_073_709_551_616n }),
    'rules[0].weight has more digits than svc can store: the maximum is 15.',
    ['rules', 0],
  ],
  ['slo', slo({ name: 'a\0b' }), 'name must be Unicode text without NUL or lone surrogates.', ['name']],
  [
    'oncall_binding',
    { scope: 'team', target_id: 'team_1', provider_name: 'manual', schedule_id: 'PABC123' },
    'schedule_id must be omitted for provider manual: svc stores none there.',
    ['schedule_id'],
  ],
]

for (const [name, config, sentence, path] of single) {
  test(`${name}: ${sentence}`, async (t) => {
    const kind = kindNamed(name)
    const { driver } = await newHost(t)
    const found = await complaintsAbout(driver, kind, config)
    assert.deepEqual(
      found.map(({ detail }) => detail),
      [sentence],
    )
    assert.deepEqual(found[0]?.path, path)
  })
}
