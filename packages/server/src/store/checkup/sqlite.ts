import { stat } from 'node:fs/promises'
import type { EngineCheck } from './finding.ts'

const walWarningBytes = 256 * 1024 ** 2

export const sqliteChecks: readonly EngineCheck[] = [
  async ({ reader, version }) => {
    const rows = await reader.all('pragma integrity_check(5)')
    const problems = rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok')
    return problems.length === 0
      ? { name: 'database', ok: true, says: `opens and is intact (SQLite ${version})` }
      : {
          name: 'database',
          ok: false,
          says: `is damaged: ${problems.join('; ')}`,
          mend: 'Stop svc, then restore your latest backup: svc restore FILE --force',
        }
  },
  async ({ reader }) => {
    const [main] = await reader.all('pragma database_list')
    const bytes = await stat(`${main?.file}-wal`).then(
      ({ size }) => size,
      () => 0,
    )
    const says = `${(bytes / 1024 ** 2).toFixed(1)} MB`
    if (bytes <= walWarningBytes) return { name: 'write-ahead log', ok: true, says }
    return {
      name: 'write-ahead log',
      ok: false,
      says: `${says}, much more than it should be`,
      mend: 'Some process (a backup tool, sqlite3?) is keeping a read open: end it, then restart svc.',
    }
  },
]
