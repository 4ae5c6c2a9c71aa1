import type { Change } from './change.ts'
import { type Epochs, openEpochs } from './epoch.ts'
import { migrate } from './migrate.ts'
import { createOutageWatch } from './outage-watch.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { type Records, recordsIn } from './records.ts'
import { createRevisions } from './revisions.ts'
import { refuseNewerSchema } from './schema-version.ts'
import type { Engine } from './sql.ts'
import { openSqlite } from './sqlite.ts'
import { countUncounted, type Quota, unlimited } from './usage.ts'
import { type Commit, createWriter, type WriteRequest } from './writer.ts'

export interface StoreLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** How PostgreSQL is used. */
  readonly postgres?: PostgresOptions | undefined
  /** How much callers may put into one mode of an organisation. */
  readonly quota?: Partial<Quota> | undefined
}

export interface Store {
  readonly engine: Engine
  readonly epochs: Epochs
  readonly revisions: ReturnType<typeof createRevisions>
  /** The records of one partition, as committed. */
  records(partitionId: string): Records
  write<T>(request: WriteRequest, run: (change: Change) => Promise<T>): Promise<T>
  /** Called after each commit of this process. */
  onCommit(listener: (commit: Commit) => void): void
  /** Throws where no write could begin, or where a newer version has taken the database over. */
  probe(): Promise<void>
  close(): Promise<void>
}

export async function openEngine({ dataDir, databaseUrl, postgres }: StoreLocation): Promise<Engine> {
  const watch = createOutageWatch()
  return databaseUrl ? openPostgres(databaseUrl, watch, postgres) : openSqlite(dataDir, watch)
}

export async function openStore(location: StoreLocation): Promise<Store> {
  const engine = await openEngine(location)
  try {
    await migrate(engine)
    await countUncounted(engine)
    return storeOver(engine, await openEpochs(engine), { ...unlimited, ...location.quota })
  } catch (error) {
    await engine.close()
    throw error
  }
}

function storeOver(engine: Engine, epochs: Epochs, quota: Quota): Store {
  const revisions = createRevisions(engine, epochs)
  const listeners: ((commit: Commit) => void)[] = [revisions.note, epochs.noteCommit]
  const writer = createWriter(engine, { epochs, quota }, (commit) => {
    for (const listener of listeners) listener(commit)
  })
  return {
    engine,
    epochs,
    revisions,
    records: (partitionId) => recordsIn(partitionId, engine.reader, engine.dialect),
    write: writer.write,
    onCommit: (listener) => listeners.push(listener),
    probe: async () => {
      await engine.probe()
      await refuseNewerSchema(engine.reader)
    },
    close: async () => {
      await writer.idle()
      await engine.close()
    },
  }
}
