import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from './rules.ts'
import { type GradedEntity, grade, isGraded, type ScorecardTerms } from './score.ts'

const api: GradedEntity = {
  kind: 'api',
  id: 'api_1',
  name: 'Checkout',
  ownerTeamId: 'team_1',
  description: 'Takes orders.',
  lifecycle: 'production',
  tags: ['pci', 'public'],
  systemIds: ['sys_1'],
  domainIds: ['dom_1'],
}
const project: GradedEntity = {
  kind: 'component',
  id: 'prj_1',
  name: 'Web',
  ownerTeamId: null,
  description: null,
  archived: false,
  systemIds: [],
  domainIds: [],
}
const owner: Rule = { id: 'owner', type: 'has_owner_team', weight: 5, params: {} }
const description: Rule = { id: 'description', type: 'has_description', weight: 2, params: {} }
const lifecycle: Rule = {
  id: 'lifecycle',
  type: 'lifecycle_in',
  weight: 1,
  params: { lifecycles: ['production'] },
}

const scorecard: ScorecardTerms = {
  id: 'scd_1',
  applicableKinds: ['component', 'api', 'resource', 'system', 'domain'],
  rules: [owner, description, lifecycle],
  tiers: [
    { name: 'gold', minScore: 100 },
    { name: 'bronze', minScore: 50 },
    { name: 'silver', minScore: 75 },
  ],
  scopeTeamId: null,
  scopeTags: [],
  scopeSystemId: null,
  scopeDomainId: null,
}

const graded: readonly [name: string, Partial<ScorecardTerms>, GradedEntity, boolean][] = [
  ['an entity of an applicable kind', {}, api, true],
  ['another kind', { applicableKinds: ['system'] }, api, false],
  ['no kind at all', { applicableKinds: [] }, api, false],
  ['an archived project', {}, { ...project, archived: true }, false],
  ['a retired API', {}, { ...api, lifecycle: 'retired' }, false],
  ['a deprecated API', {}, { ...api, lifecycle: 'deprecated' }, true],
  ['the team in scope', { scopeTeamId: 'team_1' }, api, true],
  ['another team', { scopeTeamId: 'team_2' }, api, false],
  ['no team', { scopeTeamId: 'team_1' }, project, false],
  ['one of the tags', { scopeTags: ['internal', 'pci'] }, api, true],
  ['none of the tags', { scopeTags: ['internal'] }, api, false],
  ['a kind without tags', { scopeTags: ['pci'] }, project, false],
  ['the system in scope', { scopeSystemId: 'sys_1' }, api, true],
  ['another system', { scopeSystemId: 'sys_2' }, api, false],
  ['the domain in scope', { scopeDomainId: 'dom_1' }, api, true],
  ['another domain', { scopeDomainId: 'dom_2' }, api, false],
  ['the right system of another team', { scopeSystemId: 'sys_1', scopeTeamId: 'team_2' }, api, false],
]

for (const [name, terms, entity, expected] of graded) {
  test(`${name} is ${expected ? '' : 'not '}graded`, () => {
    assert.equal(isGraded({ ...scorecard, ...terms }, entity), expected)
  })
}

type Outcome = 'passed' | 'failed' | 'not applicable'

const outcomes: readonly [name: string, Rule, GradedEntity, Outcome][] = [
  ['a team', owner, api, 'passed'],
  ['no team', owner, project, 'failed'],
  ['a description', description, api, 'passed'],
  ['no description', description, project, 'failed'],
  ['a blank description', description, { ...api, description: ' \n\t' }, 'failed'],
  ['a lifecycle in the list', lifecycle, api, 'passed'],
  ['a lifecycle outside the list', lifecycle, { ...api, lifecycle: 'experimental' }, 'failed'],
  ['a lifecycle that is not set', lifecycle, { ...api, lifecycle: null }, 'not applicable'],
  ['a kind without lifecycle', lifecycle, project, 'not applicable'],
  ['a list that is missing', { ...lifecycle, params: {} }, api, 'failed'],
]

for (const [name, rule, entity, outcome] of outcomes) {
  test(`${rule.type}, ${name}: ${outcome}`, () => {
    const { rules } = grade({ ...scorecard, rules: [rule] }, entity)
    const expected = {
      ruleId: rule.id,
      applicable: outcome !== 'not applicable',
      passed: outcome === 'passed',
    }
    assert.deepEqual(rules, [expected])
  })
}

const scores: readonly [
  name: string,
  Partial<ScorecardTerms>,
  GradedEntity,
  score: number,
  tier: string | null,
][] = [
  ['everything passes', {}, api, 100, 'gold'],
  ['half a point rounds up', {}, { ...api, lifecycle: 'experimental' }, 88, 'silver'],
  ['weights count', {}, { ...api, description: null }, 75, 'silver'],
  ['below the lowest tier', {}, { ...api, ownerTeamId: null }, 38, null],
  ['a rule that does not apply carries no weight', {}, { ...project, ownerTeamId: 'team_1' }, 71, 'bronze'],
  ['nothing passes', {}, project, 0, null],
  ['no rule applies', { rules: [lifecycle] }, project, 0, null],
  ['no rule at all', { rules: [] }, api, 0, null],
  ['a tier for everyone', { rules: [], tiers: [{ name: 'listed', minScore: 0 }] }, api, 0, 'listed'],
  ['no tiers', { tiers: [] }, api, 100, null],
]

for (const [name, terms, entity, score, tier] of scores) {
  test(`${name}: ${score}, ${tier}`, () => {
    const actual = grade({ ...scorecard, ...terms }, entity)
    assert.deepEqual({ score: actual.score, tier: actual.tier }, { score, tier })
  })
}
