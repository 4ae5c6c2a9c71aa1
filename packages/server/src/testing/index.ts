export { revealForAnyUse } from './any-use.ts'
export { findAccount } from './postgres-account.ts'
export { newOrganisation, type TestApp, type TestOrganisation, useApp } from './app.ts'
export { atEnd } from './at-end.ts'
export { type BrowserTab, browserTab } from './browser-tab.ts'
export { caughtUp, clockBetweenJobs } from './background.ts'
export { type Client, clientOf, eventually, type Reply } from './client.ts'
export { checkedClient, checkProblem, checkReply } from './contract.ts'
export { type DnsEntry, type DnsServer, startDnsServer } from './dns-server.ts'
export { type LoopbackServer, startHttp } from '../outbound/testing/servers.ts'
export { echoOf } from './echo.ts'
export { type EngineName, onEachEngine, openTestStore, type TestStore } from './engines.ts'
export {
  addressedBy,
  addressOf,
  companionFields,
  createFixtures,
  type Fields,
  type Fixtures,
  isFilledIn,
  idsIn,
  isNaming,
  kindInPath,
  kindsWith,
  mutableFields,
  requiredQueryOf,
  writableFields,
} from './fixtures.ts'
export { type Cluster, startCluster } from './postgres-cluster.ts'
export { sharePostgres, startPostgres } from './postgres.ts'
export { isLongRun, onlyInLongRun } from './long-run.ts'
export { generousTimeouts, testTimeoutMs } from './timeouts.ts'
export { executeIn, rowsIn, withTables } from './tables.ts'
export { makeTemplates } from './templates.ts'
export { migrate } from '../store/migrate.ts'
export { openEngine } from '../store/open-engine.ts'
export { readPartitionId } from '../store/partition-id.ts'
export { makeQuickDir, quickTmpdir } from './quick-dir.ts'
export { startReceiver } from './webhook-receiver.ts'
export { limitProbes, type Probe, sampleOf, typeOf, wrongTypes } from './values.ts'
export { unzipped } from './unzipped.ts'
export { totpCode } from './totp-device.ts'
export { type ServerOn, testServerDefaults, serverOn } from './server-on.ts'
export { mailCert, type MailServerForTests, startMailServer } from './mail-server.ts'
