export { type TestApp, type TestOrganisation, useApp } from './app.ts'
export { type Client, clientOf, eventually, type Reply } from './client.ts'
export { type EngineName, onEachEngine, openTestStore, type TestStore } from './engines.ts'
export { sharePostgres, startPostgres } from './postgres.ts'
