import { before, changelog, type Recipe, registered, write } from './edits.ts'

/** Escalation policies, which svc does not have: named once, owned by a team, shown in the navigation, kept as code. */
export const kindRecipe: Recipe = {
  'packages/model/src/kinds/escalation-policy.ts': write(`
import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'

export const escalationPolicy = defineKind({
  name: 'escalation_policy',
  noun: 'escalation policy',
  title: 'EscalationPolicy',
  about: 'How long a call waits for an answer, and how often it is repeated.',
  group: 'Escalation policies',
  path: '/escalation-policies',
  table: 'escalation_policies',
  idParam: 'escalationPolicyId',
  idPrefix: 'esc',
  resourceType: 'escalation_policy',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'teamId', 'urgency', 'repeatCount', 'tags', 'updatedAt'],
  place: { section: 'operations', position: 35, icon: 'phone-call' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'What people call it.' }),
    description,
    teamId: field.ref('team', { about: 'The team that is called.', nullable: true, filter: true }),
    urgency: field.oneOf(['low', 'high'], { about: 'How soon somebody is called.', default: 'high', filter: true }),
    repeatCount: field.integer({ about: 'How often everybody is called again.', max: 9, default: 0 }),
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  unique: ['name'],
  example: { name: 'Payments, day and night', urgency: 'high', repeatCount: 2, tags: ['payments'] },
})
`),
  'packages/model/src/kinds/index.ts': registered(
    "import { escalationPolicy } from './escalation-policy.ts'",
    'escalationPolicy',
    '\n}\n\n/** All kinds. */',
  ),
  'packages/server/src/store/migrations/9001-escalation-policies.ts': write(`
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '9001-escalation-policies',
  statements: [
    \`create table escalation_policies (
      partition_id text not null,
      "id" text not null,
      "name" text not null,
      "description" text,
      "team_id" text,
      "urgency" text not null,
      "repeat_count" integer not null,
      "tags" text not null,
      "created_at" text,
      "updated_at" text,
      search_text text not null,
      sort_key text not null,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )\`,
    \`create unique index escalation_policies_identity on escalation_policies (partition_id, "name")\`,
    \`create index escalation_policies_team_id on escalation_policies (partition_id, "team_id", id)\`,
    \`create index escalation_policies_urgency on escalation_policies (partition_id, "urgency", id)\`,
    \`create index escalation_policies_sort_key on escalation_policies (partition_id, sort_key, id)\`,
    \`create index escalation_policies_updated_at on escalation_policies (partition_id, "updated_at", id)\`,
  ],
}
`),
  'packages/server/src/store/migrations/index.ts': registered(
    "import { migration as escalationPolicies } from './9001-escalation-policies.ts'",
    'escalationPolicies',
    '\n]\n',
  ),
  'packages/cli/src/demo/company/escalation-policies.ts': write(`
import type { CreateInput, Kinds } from '@svc/model'

export const escalationPolicies: readonly CreateInput<Kinds['escalationPolicy']>[] = [
  { name: 'Checkout, day and night', description: 'Nobody can order.', urgency: 'high', repeatCount: 3 },
  { name: 'Back office', urgency: 'low' },
]
`),
  'packages/cli/src/demo/plan/standards.ts': (text) =>
    before(
      '    ...planBindings(now),\n',
      `    ...escalationPolicies.map((fields) => ({ by: 'tomasz', verb: 'create', kind: 'escalationPolicy', key: fields.name, fields }) as const),\n`,
    )(`import { escalationPolicies } from '../company/escalation-policies.ts'\n${text}`),
  'test/terraform/every-attribute.ts': before(
    '  svc_team: {\n',
    `  svc_escalation_policy: {
    minimal: { name: 'Minimal' },
    full: { name: 'Payments', description: 'Money.', team_id: id('team.full'), urgency: 'low', repeat_count: 2, tags: ['x'] },
    changes: [
      { name: 'Pay' },
      { description: 'Cash.' },
      { team_id: id('team.minimal') },
      { urgency: 'high' },
      { repeat_count: 9 },
      { tags: ['x', 'y'] },
    ],
  },
`,
  ),
  'CHANGELOG.md': changelog('Keep escalation policies.'),
}
