import { description, field, identity, limits, tags, timestamps } from '../kind/field.ts'
import { defineKind, type Kind, verbs } from '../kind/kind.ts'
import { memberFieldIn, neverGrades, reachFields, type Terms } from '../kind/reach.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { type EntityKind, entityKindNames, lifecycles } from '../vocabulary.ts'
import { api } from './api.ts'
import { domain } from './domain.ts'
import { project } from './project.ts'
import { resource } from './resource.ts'
import { system } from './system.ts'
import { notBlank, worded } from '../kind/patterns.ts'

export const ruleTypes = ['has_owner_team', 'has_description', 'lifecycle_in'] as const
export type RuleType = (typeof ruleTypes)[number]

const ruleGiven = shape.object(
  {
    id: shape.text({ minLength: 1, maxLength: 64, description: 'Assigned by svc if omitted.' }),
    type: shape.enum(ruleTypes, { description: 'What the rule checks.' }),
    label: shape.text({
      minLength: 1,
      maxLength: limits.name,
      pattern: notBlank,
      description: 'The display name of the rule.',
    }),
    description: shape.nullable(
      shape.text({ maxLength: limits.description, description: 'Why the rule exists.' }),
    ),
    weight: shape.integer({ minimum: 1, maximum: 10, description: 'Its weight, from 1 to 10.' }),
    params: shape.anyObject({
      description: 'Parameters of the rule. For `lifecycle_in`: `{"lifecycles": ["production"]}`.',
    }),
  },
  { required: ['type', 'label', 'weight'] },
)

/** A rule as stored: svc fills in what was left out. */
export type ScorecardRule = Required<ValueIn<typeof ruleGiven>>

const tier = shape.object({
  name: shape.text({
    pattern: worded(
      '^[a-z][a-z0-9_-]{0,63}$',
      'must be 1 to 64 of a-z, 0-9, - and _, starting with a letter, such as gold',
    ),
    description: 'In lower case, such as `gold`.',
  }),
  minScore: shape.integer({
    title: 'From score',
    minimum: 0,
    maximum: 100,
    description: 'The minimum score for this tier, from 0 to 100.',
  }),
})

export type ScorecardTier = ValueIn<typeof tier>

export const defaultTiers: readonly ScorecardTier[] = [
  { name: 'bronze', minScore: 50 },
  { name: 'silver', minScore: 75 },
  { name: 'gold', minScore: 100 },
]

const namesLifecycles = ({ params }: ScorecardRule): boolean => {
  const wanted: unknown = params?.lifecycles
  const known: readonly unknown[] = lifecycles
  return Array.isArray(wanted) && wanted.length > 0 && wanted.every((one) => known.includes(one))
}

const lifecycleRule: JsonSchema = {
  properties: {
    params: {
      type: 'object',
      properties: {
        lifecycles: { type: 'array', items: { type: 'string', enum: lifecycles }, minItems: 1 },
      },
      required: ['lifecycles'],
    },
  },
  required: ['params'],
}

/** The field that a rule checks: it does not apply to a kind without it. */
export const ruleFields = {
  has_owner_team: 'ownerTeamId',
  has_description: 'description',
  lifecycle_in: 'lifecycle',
} as const satisfies Record<RuleType, string>

const graded = { component: project, api, resource, system, domain } as const satisfies Record<
  EntityKind,
  Kind
>
const grading = { graded, ruleFields }

export const memberFieldOf = (kind: EntityKind): string | undefined => memberFieldIn(grading, kind)

export const scorecard = defineKind({
  name: 'scorecard',
  noun: 'scorecard',
  title: 'Scorecard',
  about: 'A set of weighted rules and tiers that grades entities.',
  group: 'Scorecards',
  path: '/scorecards',
  table: 'scorecards',
  idParam: 'scorecardId',
  idPrefix: 'scd',
  resourceType: 'scorecard',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'description', 'applicableKinds', 'tags', 'updatedAt'],
  place: { section: 'operations', position: 50, icon: 'shield-check' },
  maxRecords: 200,
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    applicableKinds: field.severalOf(entityKindNames, { about: 'The kinds of entities it grades.' }),
    rules: field.json<readonly ScorecardRule[]>()(shape.array(ruleGiven, { maxItems: limits.items }), {
      about: 'The rules that each entity is graded by.',
      // Every entity is graded again by every rule whenever either changes.
      maxEntries: 50,
    }),
    tiers: field.shaped(shape.array(tier, { maxItems: limits.items }), {
      about: 'The tiers, each with its minimum score.',
      default: defaultTiers,
    }),
    tags,
    scopeTeamId: field.ref('team', { about: 'Grade only entities owned by this team.', nullable: true }),
    scopeTags: field.texts({ about: 'Grade only entities with one of these tags.', default: [] }),
    scopeSystemId: field.ref('system', { about: 'Grade only entities in this system.', nullable: true }),
    scopeDomainId: field.ref('domain', { about: 'Grade only entities in this domain.', nullable: true }),
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  rules: [
    {
      field: 'rules',
      about: () =>
        `must have params {"lifecycles": [...]} if their type is lifecycle_in, with one or more of ${lifecycles.join(', ')}`,
      holds: ({ rules }) => rules.every((one) => one.type !== 'lifecycle_in' || namesLifecycles(one)),
      schema: { properties: { rules: { items: whenOneOf('type', ['lifecycle_in'], lifecycleRule) } } },
    },
    {
      field: 'rules',
      about: () => 'must not share an id',
      holds: ({ rules }) => {
        const ids = rules.map(({ id }) => id).filter((id) => id !== undefined)
        return new Set(ids).size === ids.length
      },
    },
    {
      field: 'tiers',
      about: () => 'must have different names',
      holds: ({ tiers }) => new Set(tiers.map(({ name }) => name)).size === tiers.length,
    },
    ...reachFields.map((key) => ({
      field: key,
      // One from before this rule can still be renamed.
      on: reachFields,
      about: (terms: Terms) => neverGrades(grading, terms)?.reason ?? '',
      holds: (terms: Terms) => neverGrades(grading, terms)?.field !== key,
    })),
  ],
  example: {
    name: 'Production readiness',
    applicableKinds: ['component', 'api'],
    rules: [
      {
        id: 'owner',
        type: 'has_owner_team',
        label: 'Has an owner',
        description: null,
        weight: 5,
        params: {},
      },
      {
        id: 'about',
        type: 'has_description',
        label: 'Is described',
        description: null,
        weight: 3,
        params: {},
      },
    ],
  },
})
