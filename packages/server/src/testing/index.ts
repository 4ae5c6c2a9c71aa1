export { newOrganisation, type TestApp, type TestOrganisation, useApp } from './app.ts'
export { caughtUp, clockBetweenJobs } from './background.ts'
export { type Client, clientOf, eventually, type Reply } from './client.ts'
export { checkedClient, checkProblem, checkReply } from './contract.ts'
export { type EngineName, onEachEngine, openTestStore, type TestStore } from './engines.ts'
export {
  addressOf,
  companions,
  createFixtures,
  type Fields,
  type Fixtures,
  kindInPath,
  kindsWith,
  mutableFields,
  writableFields,
} from './fixtures.ts'
export { sharePostgres, startPostgres } from './postgres.ts'
export { limitProbes, type Probe, sampleOf, typeOf, wrongTypes } from './values.ts'
