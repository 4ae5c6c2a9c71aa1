import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Copies what no reader still needs from the log into the database; it waits for nobody. */
const db = new DatabaseSync(String(workerData))
try {
  db.exec('pragma wal_checkpoint(passive)')
} finally {
  db.close()
}
