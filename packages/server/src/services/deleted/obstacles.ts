import { type Field, type Kind, type ProblemDetail, brokenRule, rulesAsked } from '@svc/model'
import type { Records } from '../../store/records.ts'
import type { Caller } from '../context.ts'
import type { Fields } from '../records/behaviour.ts'
import { invalidReferences } from '../records/references.ts'

/** A record as it can come back, or what is in the way. */
export interface Revived {
  readonly record: Fields
  readonly obstacles: readonly ProblemDetail[]
}

/** Where records are looked up: on committed data, or as a transaction sees them. */
export type Lookup = Pick<Records, 'list'> & { recordsIn(id: Records['partitionId']): Records }

/**
 * Records as they were, without references to what is gone meanwhile. What a record cannot be without is in the way;
 * so is another that has taken its name.
 */
export async function revivable(
  caller: Caller,
  lookup: Lookup,
  kind: Kind,
  logged: readonly Fields[],
): Promise<readonly Revived[]> {
  const whole = logged.map((state) => withAllFields(kind, state))
  const pointing = whole.map((next) => ({ next }))
  const missing = await invalidReferences(caller, lookup, kind, pointing, { evenInactive: true })
  const revived: Revived[] = []
  for (const [index, before] of whole.entries()) {
    const { record, obstacles } = withoutMissing(kind, before, missing[index] ?? [])
    const broken = rulesAsked(kind, record, before).filter(({ holds }) => !holds(record as never))
    const faults = broken.map((rule) => brokenRule(rule, record))
    revived.push({
      record,
      obstacles: [...obstacles, ...faults, ...(await duplicates(lookup, kind, record))],
    })
  }
  return revived
}

/** An older log lacks fields that came later, and no log has those that are internal. */
const withAllFields = (kind: Kind, state: Fields): Fields =>
  Object.fromEntries(
    Object.entries(kind.fields).map(([key, { traits }]) => [key, state[key] ?? traits.default ?? null]),
  )

function withoutMissing(kind: Kind, before: Fields, missing: readonly ProblemDetail[]): Revived {
  const record: Record<string, unknown> = { ...before }
  const obstacles: ProblemDetail[] = []
  for (const detail of missing) {
    const [key = '', index] = detail.path.split('/')
    const field = kind.fields[key]
    if (field?.type === 'refs') {
      const gone = (before[key] as readonly string[])[Number(index)]
      record[key] = (record[key] as readonly string[]).filter((id) => id !== gone)
    } else if (field && canBeCleared(field)) record[key] = null
    else obstacles.push(detail)
  }
  return { record, obstacles }
}

const canBeCleared = ({ type, traits }: Field): boolean =>
  type === 'ref' && traits.nullable === true && traits.onDelete !== 'remove'

async function duplicates(lookup: Lookup, kind: Kind, record: Fields): Promise<readonly ProblemDetail[]> {
  if (!kind.unique) return []
  const where = kind.unique.map((field) => ({ field, is: record[field] as string }))
  const [other] = await lookup.list(kind, { where, limit: 1 })
  if (!other || other.record.id === record.id) return []
  const same = kind.unique.map((key) => `${key} ${JSON.stringify(record[key])}`).join(', ')
  return [{ path: kind.unique[0] ?? '', message: `is taken: ${other.record.id} has ${same}` }]
}
