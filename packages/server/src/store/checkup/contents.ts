import { homeIdIn } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { clockToleranceMs, type Finding } from './finding.ts'

/** Checks the stored data; the schema must be up to date. */
export async function checkContents(sql: Sql, now: Date): Promise<readonly Finding[]> {
  const [{ count = 0 } = {}] = await sql.all('select count(*) as count from organisations')
  const ownerless = await sql.all(
    `select id, name from organisations where not exists (
      select 1 from users where partition_id = ${homeIdIn('organisations.id')} and role = 'owner' and is_active = 1
    ) order by id`,
  )
  const [latest] = await sql.all('select max(at) as at from events')
  return [
    ownersFinding(
      Number(count),
      ownerless.map(({ id, name }) => `${id} (${name})`),
    ),
    eventsFinding(latest?.at, now),
  ]
}

function ownersFinding(count: number, ownerless: readonly string[]): Finding {
  const name = 'organisations'
  if (count === 0) {
    return { name, ok: true, says: 'none yet: svc serve or svc org create creates the first' }
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
    says: `is dated ${latest}, but this machine’s clock says ${now.toISOString()}`,
    mend: 'Synchronise this machine’s clock by NTP, for example with chrony or systemd-timesyncd.',
  }
}
