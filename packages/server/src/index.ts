/**
 * What commands and tests need of the store and the services. What only a server, a job or the description of the API
 * needs has an entry of its own (`/serve`, `/jobs`, `/openapi`): loading it takes three times as long as all of this.
 */

export { type PublicUrl, readPublicUrl } from './services/public-url.ts'
export { readTrustedProxies, type TrustedProxies } from './http/place/trusted-proxies.ts'
export { readRateLimit } from './http/rate-limit.ts'
export type { RunningServer, ServerOptions } from './main.ts'
export type { ErrorTrackerSource } from './outbound/error-trackers.ts'
export { createGuardedFetch, type GuardedFetch } from './outbound/guarded-fetch.ts'
export type { OnCallSource, Shift } from './outbound/oncall.ts'
export { applyImport, type Refused as RefusedImport } from './services/backstage/apply.ts'
export type { FoundDocument, Unusable as UnusableDocument } from './services/backstage/entity.ts'
export { losses as importLosses, type Note as ImportNote } from './services/backstage/notes.ts'
export { keptOf as keptOfDocument } from './services/backstage/kept.ts'
export { type ImportPlan, planImport } from './services/backstage/plan.ts'
export type { Action as ImportAction, Step as ImportStep } from './services/backstage/desired-record.ts'
export { checkArchive } from './services/archive/check-archive.ts'
export { loadArchive } from './services/archive/load-archive.ts'
export { hasCredentials, type Manifest } from './services/archive/manifest.ts'
export { writeArchive } from './services/archive/write-archive.ts'
export { type Caller, type Context, partitionOf, recordsOf, systemCaller } from './services/context.ts'
export { readCosts } from './services/costs/read-costs.ts'
export { type FocusSummary, importFocus } from './services/focus/import-focus.ts'
export { draftOf } from './services/records/draft.ts'
export { type CreatedOrganisation, createOrganisation } from './services/identity/create-organisation.ts'
export { issueKey, issueToken, listCredentials, revoke } from './services/identity/issue-credentials.ts'
export { addUser, changeUser, issueLink, resetUserFactors } from './services/identity/members.ts'
export { organisation } from './services/identity/operator.ts'
export { type FirstToken, firstTokensInForce } from './services/identity/first-tokens.ts'
export { newId } from './services/ids.ts'
export { reportDrift } from './services/ingest/report-drift.ts'
export { configurationOf } from './services/integrations/configuration.ts'
export { wantedUse } from './services/integrations/keywords.ts'
export { summaryOf } from './services/integrations/behaviours.ts'
export { isDataDir, ownFile } from './services/own-files.ts'
export { handOver } from './services/people/hand-over.ts'
export { responsibilitiesOf } from './services/people/responsibilities.ts'
export { createRecord, updateRecord } from './services/records/records.ts'
export { errorBudget } from './services/slo/budget.ts'
export { assess, assessWith } from './services/slo/assess.ts'
export { burnRates } from './services/slo/burn.ts'
export { describedSpec, putSpec } from './services/specs/kept.ts'
export { sloStatus } from './services/slo/status.ts'
export { calendarPeriod, quarterHour, windowMinutes } from './services/slo/window.ts'
export { passkeyTrouble } from './services/sign-in/factors/relying-party.ts'
export { putSecret } from './services/vault/items.ts'
export {
  findLostKeys,
  idsOf as lostKeyIds,
  lostKeysSentence,
  whatIsLost,
} from './services/vault/lost-keys.ts'
export { MasterKeyError } from './services/vault/master-key.ts'
export {
  type MasterKeySource,
  openMasterKeys,
} from './services/vault/master-keys.ts'
export { rotateMasterKey } from './services/vault/rotation.ts'
export { createVault } from './services/vault/vault.ts'
export { type MailOptions, openTransport as openMailTransport } from './services/mail/mail.ts'
export { countProviders } from './store/queries/federation.ts'
export { mailTrouble } from './store/queries/mails.ts'
export { readMailServer, readSender, usualSender } from './outbound/mail/mail-server.ts'
export { resealMails } from './services/mail/reseal.ts'
export { resealSamlKeys } from './services/federation/saml/reseal.ts'
export { resealFactors } from './services/sign-in/factors/reseal.ts'
export { resealWebhooks } from './services/webhooks/reseal.ts'
export { recordPages } from './store/archive/pages.ts'
export type { Change } from './store/change.ts'
export { checkContents } from './store/checkup/contents.ts'
export { checkRequiredSignIn } from './store/checkup/required-sign-in.ts'
export type { Finding } from './store/checkup/finding.ts'
export {
  copyDatabase,
  inspectDatabase,
  isInUse,
  replaceDatabase,
  syncToDisk,
} from './store/database-file.ts'
export { type Database, openDatabase } from './store/database.ts'
export { type Imported, listImported } from './store/queries/imported.ts'
export { type Occupancy, occupancyOf } from './store/queries/occupancy.ts'
export { openStore, type Store, type StoreLocation } from './store/open.ts'
export { type KeyInUse, keyUses } from './store/queries/keys-in-use.ts'
export { listOrganisations, type Organisation } from './store/queries/organisations.ts'
export { type PartitionId, partitionIdOf } from './store/partition-id.ts'
export { countByKey } from './store/queries/secret-values.ts'
export { databaseFile } from './store/sqlite-file.ts'
export { largestPartitions, type PartitionUsage, type Quota } from './store/usage.ts'
export { version } from './version.ts'
