import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, allOperations, type Kind, oncallProviderNames } from '@svc/model'
import fc from 'fast-check'
import Schema from 'typebox/schema'
import { draftOf } from '../../services/records/draft.ts'
import { withRules } from './rules.ts'

type Fields = Readonly<Record<string, unknown>>

/** Values near the edges of the rules, by field; every other field keeps its example. */
const edges: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  slo: {
    type: ['availability', 'latency', 'errorRate', 'throughput', 'custom'],
    target: [0, 99.9, 100, 100.1, 5_000],
    currentValue: [undefined, null, -1, 0, 100, 101],
  },
  oncall_binding: {
    provider: [...oncallProviderNames, 'manual'],
    scheduleId: [undefined, null, '', ' ', 'P1', 'p1', 'p 1'],
  },
  identity_provider: {
    protocol: ['saml', 'oidc'],
    saml: [undefined, null, {}, { ssoUrl: 'https://example.com' }],
    oidc: [undefined, null, {}],
  },
  group_mapping: {
    source: ['idp', 'scim'],
    identityProviderId: [undefined, null, 'idp_1'],
    teamId: [undefined, null, 'team_1'],
    role: [undefined, null, 'viewer'],
  },
  workload_trust: {
    issuer: ['https://token.actions.githubusercontent.com', 'https://gitlab.com', 'https://ci.example.com'],
    audience: ['https://github.com/acme', 'https://svc.example.com'],
    conditions: [
      {},
      { ref: 'main' },
      { repository_id: '1' },
      { repository_id: 1 },
      { project_id: '1' },
      { project_id: '' },
      { sub: 'system:serviceaccount:ci:deploy' },
      { sub: 'repo:acme/shop:ref:refs/heads/main' },
      { sub: 'deploy', event_name: 'push' },
      { sub: 'deploy', 'a b': 'c' },
      { sub: 'deploy', aud: 'svc' },
    ],
  },
  scorecard: {
    rules: [
      [],
      [{ type: 'has_description', label: 'x', weight: 1 }],
      [{ type: 'lifecycle_in', label: 'x', weight: 1 }],
      [{ type: 'lifecycle_in', label: 'x', weight: 1, params: {} }],
      [{ type: 'lifecycle_in', label: 'x', weight: 1, params: { lifecycles: [] } }],
      [{ type: 'lifecycle_in', label: 'x', weight: 1, params: { lifecycles: ['production', 'x'] } }],
      [{ type: 'lifecycle_in', label: 'x', weight: 1, params: { lifecycles: ['production'] } }],
    ],
  },
}

const described = (kind: Kind) =>
  (kind.rules ?? []).filter(({ schema }) => schema !== undefined && kind.verbs.includes('create'))

for (const kind of allKinds.filter((one) => described(one).length > 0)) {
  test(`${kind.name}: the description of a new record agrees with its rules`, () => {
    const operation = allOperations.find((one) => one.kind === kind && one.verb === 'create')
    const schema = operation && withRules(operation)
    assert.ok(schema?.allOf)
    const validator = Schema.Compile({ allOf: schema.allOf } as object)
    const values = edges[kind.name]
    assert.ok(values, 'Add values to try.')
    const fields = Object.entries(values).map(([key, options]) => [key, fc.constantFrom(...options)] as const)
    fc.assert(
      fc.property(fc.record(Object.fromEntries(fields)), (over) => {
        const given = Object.entries({ ...kind.example, ...over }).filter(([, value]) => value !== undefined)
        const body: Fields = Object.fromEntries(given)
        const { next } = draftOf(kind, body, { id: 'x', at: '2026-11-15T12:00:00.000Z' })
        const holds = described(kind).every((rule) => rule.holds(next as never))
        assert.equal(validator.Check(body), holds, JSON.stringify(body))
      }),
      { numRuns: 300 },
    )
  })
}
