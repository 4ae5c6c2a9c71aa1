import type { Migration } from '../migration.ts'
import { migration as engine } from './0001-engine.ts'
import { migration as catalog } from './0002-catalog.ts'
import { migration as operations } from './0003-operations.ts'
import { migration as reports } from './0004-reports.ts'
import { migration as people } from './0005-people.ts'
import { migration as links } from './0006-links.ts'
import { migration as vault } from './0007-vault.ts'
import { migration as webhooks } from './0008-webhooks.ts'
import { migration as edgeEnds } from './0009-edge-ends.ts'
import { migration as imported } from './0010-imported.ts'
import { migration as ingest } from './0011-ingest.ts'
import { migration as sloReadings } from './0012-slo-readings.ts'
import { migration as identityChecks } from './0013-identity-checks.ts'
import { migration as signIn } from './0014-sign-in.ts'
import { migration as sorting } from './0015-sorting.ts'
import { migration as sliReports } from './0016-sli-reports.ts'
import { migration as epoch } from './0017-epoch.ts'
import { migration as signInAttempts } from './0019-sign-in-attempts.ts'
import { migration as provisionalTokens } from './0020-provisional-tokens.ts'
import { migration as signInRefusals } from './0021-sign-in-refusals.ts'
import { migration as allowances } from './0022-allowances.ts'
import { migration as eventTexts } from './0024-event-texts.ts'
import { migration as vaultUses } from './0030-vault-uses.ts'
import { migration as usage } from './0031-usage.ts'
import { migration as sloFreshness } from './0032-slo-freshness.ts'
import { migration as sloCounts } from './0033-slo-counts.ts'
import { migration as edgeCriticality } from './0034-edge-criticality.ts'
import { migration as driftEnvironments } from './0036-drift-environments.ts'
import { migration as runbookSeverities } from './0038-runbook-severities.ts'
import { migration as oncallTruth } from './0039-oncall-truth.ts'
import { migration as projectFacts } from './0040-project-facts.ts'
import { migration as listPlans } from './0042-list-plans.ts'
import { migration as latestChanges } from './0043-latest-changes.ts'
import { migration as textIndex } from './0044-text-index.ts'
import { migration as facetCounts } from './0045-facet-counts.ts'
import { migration as words } from './0046-words.ts'
import { migration as federation } from './0047-federation.ts'
import { migration as secondFactors } from './0049-second-factors.ts'
import { migration as enforcement } from './0052-enforcement.ts'
import { migration as groupMappings } from './0053-group-mappings.ts'
import { migration as scim } from './0054-scim.ts'
import { migration as saml } from './0055-saml.ts'
import { migration as programs } from './0056-programs.ts'
import { migration as workload } from './0057-workload.ts'
import { migration as mails } from './0058-mails.ts'
import { migration as scimCounts } from './0059-scim-counts.ts'
import { migration as samlKeyUse } from './0060-saml-key-use.ts'
import { migration as domainLinks } from './0062-domain-links.ts'
import { migration as contacts } from './0063-contacts.ts'
import { migration as issueComments } from './0065-issue-comments.ts'
import { migration as runbookImages } from './0071-runbook-images.ts'
import { migration as oncallFeeds } from './0073-oncall-feeds.ts'
import { migration as views } from './0074-views.ts'
import { migration as apiSpecs } from './0075-api-specs.ts'

export const migrations: readonly Migration[] = [
  engine,
  catalog,
  operations,
  reports,
  people,
  links,
  vault,
  webhooks,
  edgeEnds,
  imported,
  ingest,
  sloReadings,
  identityChecks,
  signIn,
  sorting,
  sliReports,
  epoch,
  signInAttempts,
  provisionalTokens,
  signInRefusals,
  allowances,
  eventTexts,
  vaultUses,
  usage,
  sloFreshness,
  sloCounts,
  edgeCriticality,
  driftEnvironments,
  runbookSeverities,
  oncallTruth,
  projectFacts,
  listPlans,
  latestChanges,
  textIndex,
  facetCounts,
  words,
  federation,
  secondFactors,
  enforcement,
  groupMappings,
  scim,
  saml,
  programs,
  workload,
  mails,
  scimCounts,
  samlKeyUse,
  domainLinks,
  contacts,
  issueComments,
  runbookImages,
  oncallFeeds,
  views,
  apiSpecs,
]
