import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EntityKind, Rule, RuleType } from './rules.ts'
import { type GradedEntity, grade, type ScorecardTerms, type Tier } from './score.ts'

const kind = fc.constantFrom<EntityKind>('component', 'api', 'resource', 'system', 'domain')
const lifecycle = fc.constantFrom('experimental', 'production', 'deprecated', 'retired')

const entity = fc.record<GradedEntity>({
  kind,
  id: fc.string(),
  name: fc.string(),
  ownerTeamId: fc.option(fc.string()),
  description: fc.option(fc.string()),
  lifecycle: fc.option(fc.option(lifecycle), { nil: undefined }),
  systemIds: fc.constant([]),
  domainIds: fc.constant([]),
})

const rule = fc.record<Rule>({
  id: fc.uuid(),
  type: fc.constantFrom<RuleType>('has_owner_team', 'has_description', 'lifecycle_in'),
  weight: fc.integer({ min: 1, max: 10 }),
  params: fc.record({ lifecycles: fc.array(lifecycle) }, { requiredKeys: [] }),
})

const tier = fc.record<Tier>({ name: fc.uuid(), minScore: fc.integer({ min: 0, max: 100 }) })

const scorecard = fc.record<ScorecardTerms>({
  id: fc.constant('scd_1'),
  applicableKinds: fc.uniqueArray(kind),
  rules: fc.array(rule),
  tiers: fc.array(tier),
  scopeTeamId: fc.constant(null),
  scopeTags: fc.constant([]),
  scopeSystemId: fc.constant(null),
  scopeDomainId: fc.constant(null),
})

test('a score is an integer from 0 to 100, and its tier is the highest it reaches', () => {
  fc.assert(
    fc.property(scorecard, entity, (scorecard, entity) => {
      const { score, tier } = grade(scorecard, entity)
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
      const reached = scorecard.tiers.filter(({ minScore }) => minScore <= score)
      const best = Math.max(...reached.map(({ minScore }) => minScore))
      assert.equal(scorecard.tiers.find(({ name }) => name === tier)?.minScore ?? -Infinity, best)
    }),
  )
})

test('every rule has a result, in order, and none passes that does not apply', () => {
  fc.assert(
    fc.property(scorecard, entity, (scorecard, entity) => {
      const { rules } = grade(scorecard, entity)
      assert.deepEqual(
        rules.map(({ ruleId }) => ruleId),
        scorecard.rules.map(({ id }) => id),
      )
      assert.ok(rules.every(({ applicable, passed }) => applicable || !passed))
    }),
  )
})

test('gaining an owner or a description never lowers the score or the tier', () => {
  fc.assert(
    fc.property(scorecard, entity, (scorecard, entity) => {
      const before = grade(scorecard, entity)
      const after = grade(scorecard, { ...entity, ownerTeamId: 'team_1', description: 'Described.' })
      assert.ok(after.score >= before.score)
      assert.ok(minScore(scorecard, after.tier) >= minScore(scorecard, before.tier))
    }),
  )
})

function minScore({ tiers }: ScorecardTerms, name: string | null): number {
  return tiers.find((tier) => tier.name === name)?.minScore ?? -1
}
