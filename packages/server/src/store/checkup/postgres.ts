import { clockToleranceMs, type EngineCheck } from './finding.ts'

export const postgresChecks: readonly EngineCheck[] = [
  async ({ reader, version }) => {
    const latencyMs = await fastest(3, () => reader.all('select 1 as one'))
    const says = `PostgreSQL ${version} answers in ${latencyMs.toFixed(1)} ms`
    if (latencyMs < 20) return { name: 'database', ok: true, says }
    return {
      name: 'database',
      ok: false,
      says: `${says}, and each request waits for it`,
      mend: 'Run svc close to its database: in the same zone, without a distant proxy.',
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
      says: `${off.join(' and ')} off: a crash can lose acknowledged writes`,
      mend: `Turn it on, in postgresql.conf or for the role and the database: ${off.map((name) => `${name} = on`).join(', ')}.`,
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
      mend: 'Synchronise both by NTP, for example with chrony or systemd-timesyncd.',
    }
  },
]

async function fastest(tries: number, work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries; n++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
