export { openApiDocument } from './http/openapi/document.ts'
export { type RunningServer, type ServerOptions, startServer } from './main.ts'
export type { OnCallSource, Shift } from './outbound/oncall.ts'
export { type Caller, type Context, partitionOf, recordsOf, systemCaller } from './services/context.ts'
export { readCosts } from './services/costs/read-costs.ts'
export { draftOf } from './services/draft.ts'
export {
  addUser,
  type CreatedOrganisation,
  changeUser,
  createOrganisation,
  issueKey,
  issueToken,
  listCredentials,
  organisation,
  revoke,
} from './services/identity/members.ts'
export { newId } from './services/ids.ts'
export { jobNames, jobs, runJob } from './services/jobs/jobs.ts'
export { createRecord, updateRecord } from './services/records.ts'
export { errorBudget } from './services/slo/budget.ts'
export { assess } from './services/slo/assess.ts'
export { burnRates } from './services/slo/burn.ts'
export { sloStatus } from './services/slo/status.ts'
export { calendarPeriod, quarterHour, windowMinutes } from './services/slo/window.ts'
export type { Change } from './store/change.ts'
export { checkContents, checkEngine, type Finding } from './store/checkup.ts'
export {
  copyDatabase,
  inspectDatabase,
  isInUse,
  replaceDatabase,
  syncToDisk,
} from './store/database-file.ts'
export { migrate, pendingMigrations } from './store/migrate.ts'
export { type Occupancy, occupancyOf } from './store/occupancy.ts'
export { openEngine, openStore, type Store, type StoreLocation } from './store/open.ts'
export { listOrganisations, type Organisation } from './store/organisations.ts'
export { databaseFile } from './store/sqlite.ts'
export { version } from './version.ts'
