import { type Access, accessTo } from './access.ts'
import { type CheckupOptions, checkEngine } from './checkup/checkup.ts'
import type { Finding } from './checkup/finding.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { type EngineLocation, openEngine } from './open-engine.ts'

/** A database whatever its schema version, for inspecting and migrating it. */
export interface Database extends Access {
  check(options: CheckupOptions): Promise<readonly Finding[]>
  pendingMigrations(): Promise<readonly string[]>
  /** What was applied. */
  migrate(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openDatabase(location: EngineLocation): Promise<Database> {
  const engine = await openEngine(location)
  return {
    ...accessTo(engine.reader),
    check: (options) => checkEngine(engine, options),
    pendingMigrations: () => pendingMigrations(engine),
    migrate: () => migrate(engine),
    close: () => engine.close(),
  }
}
