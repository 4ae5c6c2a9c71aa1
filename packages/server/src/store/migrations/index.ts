import type { Migration } from '../migration.ts'
import { migration as engine } from './0001-engine.ts'
import { migration as catalog } from './0002-catalog.ts'
import { migration as operations } from './0003-operations.ts'
import { migration as reports } from './0004-reports.ts'
import { migration as people } from './0005-people.ts'
import { migration as links } from './0006-links.ts'

export const migrations: readonly Migration[] = [engine, catalog, operations, reports, people, links]
