import { bad, type EngineCheck, type Finding, good, note } from './finding.ts'

const name = 'standbys'
/** Readers of the WAL that are not full copies (logical replication, a base backup) do not count. */
const standbys = `select r.sync_state from pg_stat_replication r
  left join pg_replication_slots s on s.active_pid = r.pid
  where coalesce(s.slot_type, 'physical') = 'physical' and r.state is distinct from 'backup'`

/** Whether acknowledged writes survive a failover. */
export const checkStandbys: EngineCheck = async ({ reader }) => {
  const states = (await reader.all(standbys)).map((row) => row.sync_state)
  const [row] = await reader.all(`select current_setting('synchronous_commit') as waits`)
  return judge(states, String(row?.waits))
}

function judge(states: readonly unknown[], waits: string): Finding {
  const count = `${states.length} ${states.length === 1 ? 'standby' : 'standbys'}`
  if (states.length === 0) return good(name, 'none connected')
  if (states.some((state) => typeof state !== 'string'))
    return note(
      name,
      `${count}, but svc’s role is not allowed to see whether they are synchronous`,
      'Grant pg_monitor to the role of svc.',
    )
  const synchronous = states.filter((state) => state === 'sync' || state === 'quorum').length
  if (synchronous === 0)
    return note(
      name,
      `${count}, asynchronous: a failover may lose the last acknowledged writes`,
      'Set synchronous_standby_names to prevent that. svc detects a failover that lost writes and starts a new epoch.',
    )
  if (waits === 'local' || waits === 'off')
    return bad(
      name,
      `${synchronous} of ${count} synchronous, but synchronous_commit is ${waits}: a failover may lose acknowledged writes`,
      'Set synchronous_commit = on for the role and the database of svc.',
    )
  return good(name, `${count}, ${synchronous} of them synchronous`)
}
