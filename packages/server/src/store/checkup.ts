import { stat } from 'node:fs/promises'
import type { Engine } from './sql.ts'

/** One thing that was looked at, and what to do if it is not as it should be. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly says: string
  readonly mend?: string
}

const walWarningBytes = 256 * 1024 ** 2
const clockToleranceMs = 5_000

/** Looks at an open database without changing it. */
export async function checkEngine(engine: Engine, now: () => Date): Promise<readonly Finding[]> {
  const checks = engine.name === 'sqlite' ? sqliteChecks : postgresChecks
  const findings: Finding[] = []
  for (const check of checks) findings.push(await check(engine, now))
  return findings
}

/** Looks at what is stored, once the schema is known to be there. */
export async function checkContents({ reader }: Engine, now: Date): Promise<readonly Finding[]> {
  const [{ count = 0 } = {}] = await reader.all('select count(*) as count from organisations')
  const ownerless = await reader.all(
    `select id, name from organisations where not exists (
      select 1 from users where partition_id = organisations.id || '.home' and role = 'owner' and is_active = 1
    ) order by id`,
  )
  const [latest] = await reader.all('select max(at) as at from events')
  return [
    ownersFinding(
      Number(count),
      ownerless.map(({ id, name }) => `${id} (${name})`),
    ),
    eventsFinding(latest?.at, now),
  ]
}

type EngineCheck = (engine: Engine, now: () => Date) => Promise<Finding>

const sqliteChecks: readonly EngineCheck[] = [
  async ({ reader, version }) => {
    const rows = await reader.all('pragma integrity_check(5)')
    const problems = rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok')
    return problems.length === 0
      ? { name: 'database', ok: true, says: `opens and is sound (SQLite ${version})` }
      : {
          name: 'database',
          ok: false,
          says: `is damaged: ${problems.join('; ')}`,
          mend: 'Stop svc, then bring back your latest backup: svc restore FILE --force',
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
      mend: 'Some process holds a read open for long (a backup tool, sqlite3?): end it, then restart svc.',
    }
  },
]

const postgresChecks: readonly EngineCheck[] = [
  async ({ reader, version }) => {
    const latencyMs = await fastest(3, () => reader.all('select 1 as one'))
    const says = `PostgreSQL ${version} answers in ${latencyMs.toFixed(1)} ms`
    if (latencyMs < 20) return { name: 'database', ok: true, says }
    return {
      name: 'database',
      ok: false,
      says: `${says}, and each request waits for it`,
      mend: 'Run svc close to its database: in the same zone, without a proxy far away.',
    }
  },
  async ({ reader }) => {
    const off = (
      await reader.all(
        `select name, setting from pg_settings
         where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
      )
    ).map(({ name }) => String(name))
    if (off.length === 0) return { name: 'durability', ok: true, says: 'fsync is on' }
    return {
      name: 'durability',
      ok: false,
      says: `${off.join(' and ')} off: a crash can lose what was acknowledged`,
      mend: `Turn on in postgresql.conf: ${off.map((name) => `${name} = on`).join(', ')}.`,
    }
  },
  async ({ reader }, now) => {
    const before = now().getTime()
    const [row] = await reader.all(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms`,
    )
    const apartMs = Math.abs(Number(row?.clock_ms) - (before + now().getTime()) / 2)
    const says = `${(apartMs / 1000).toFixed(1)} s apart`
    if (apartMs <= clockToleranceMs) return { name: 'clocks here and at the database', ok: true, says }
    return {
      name: 'clocks here and at the database',
      ok: false,
      says,
      mend: 'Set both by NTP, for example with chrony or systemd-timesyncd.',
    }
  },
]

function ownersFinding(count: number, ownerless: readonly string[]): Finding {
  const name = 'organisations'
  if (count === 0) {
    return { name, ok: true, says: 'none yet: svc serve or svc org create makes the first' }
  }
  if (ownerless.length === 0) return { name, ok: true, says: `${count}, each with an active owner` }
  return {
    name,
    ok: false,
    says: `without an active owner: ${ownerless.join(', ')}`,
    mend: 'Make a member owner: svc user set-role --org ID --email EMAIL --role owner',
  }
}

function eventsFinding(latest: unknown, now: Date): Finding {
  const name = 'last change'
  if (typeof latest !== 'string') return { name, ok: true, says: 'none yet' }
  if (Date.parse(latest) <= now.getTime() + clockToleranceMs) return { name, ok: true, says: latest }
  return {
    name,
    ok: false,
    says: `was written at ${latest}, though here it is only ${now.toISOString()}`,
    mend: 'Set this machine’s clock by NTP, for example with chrony or systemd-timesyncd.',
  }
}

async function fastest(tries: number, work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries; n++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
