import { before, changelog, type Recipe, registered, replaced, write } from './edits.ts'

/** How much the business depends on a domain: a word that lists can be narrowed to, kept as code. */
export const fieldRecipe: Recipe = {
  'packages/model/src/kinds/domain.ts': before(
    '    ownerTeamId:',
    `    importance: field.oneOf(['low', 'high'], { about: 'How much the business depends on it.', nullable: true, filter: true }),\n`,
  ),
  'packages/server/src/store/migrations/9002-domain-importance.ts': write(`
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '9002-domain-importance',
  statements: [
    \`alter table domains add column "importance" text\`,
    \`create index domains_importance on domains (partition_id, "importance", id)\`,
  ],
}
`),
  'packages/server/src/store/migrations/index.ts': registered(
    "import { migration as domainImportance } from './9002-domain-importance.ts'",
    'domainImportance',
    '\n]\n',
  ),
  'packages/model/src/kind/schemas.test.ts': replaced(
    "domain: 'ownerTeamId",
    "domain: 'importance ownerTeamId",
  ),
  'packages/server/src/http/acceptance/shapes.test.ts': (text = '') =>
    text.replace(/(path: '\/domains',.*?record: \{)/s, '$1 importance: null,'),
  'packages/provider/examples/resources/svc_domain/resource.tf': before(
    '  owner_team_id ',
    '  importance    = "high"\n',
  ),
  'test/terraform/every-attribute.ts': (text = '') =>
    text.replace(
      /( {2}svc_domain: \{.*?full: \{)(.*?)(changes: \[)/s,
      "$1 importance: 'high',$2$3 { importance: 'low' },",
    ),
  'CHANGELOG.md': changelog('Say how much depends on a domain.'),
}
