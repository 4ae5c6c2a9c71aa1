import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '@svc/model'
import type { Row } from './snapshot.ts'
import type { Kept, LoggedEvent, State } from './state.ts'

/** Each partition's log is 1, 2, 3, … and ends where the partition says. */
export function gaplessLog({ partitions, events }: State): readonly string[] {
  return partitions.flatMap(({ id, last_seq }) => {
    const log = events.get(String(id)) ?? []
    const wrong = log.findIndex(({ seq }, index) => seq !== index + 1)
    if (wrong >= 0) return [`${id} has event ${log[wrong]?.seq} in place ${wrong + 1}`]
    return log.length === last_seq ? [] : [`${id} has ${log.length} events, and says ${last_seq}`]
  })
}

/** Fields that background work sets without an event. */
const background: Readonly<Record<string, readonly string[]>> = {
  issue: ['sequenceNumber'],
  slo: [
    'currentValue',
    'errorBudgetTotal',
    'errorBudgetRemaining',
    'errorBudgetPercentUsed',
    'status',
    'dataSourceError',
    'dataSourceReadAt',
    'lastUpdatedAt',
  ],
  oncall_binding: [
    'currentlyOnCallUserName',
    'currentlyOnCallUserEmail',
    'currentlyOnCallUserUid',
    'currentShiftStartsAt',
    'currentShiftEndsAt',
    'lastFetchedAt',
    'lastAttemptAt',
    'lastFetchError',
  ],
  error_tracker: ['snapshot'],
  token: ['lastUsedAt'],
  api_key: ['lastUsedAt'],
}

/** Each record matches its own events from its creation on; one without events, or with a different end, is incomplete. */
export function recordsMatchLog({ events, records }: State): readonly string[] {
  const histories = Map.groupBy([...events.values()].flat().filter(isOwn), ({ subjectId }) => subjectId)
  const found: string[] = []
  for (const [kind, kept] of records) {
    if (kind.unlogged) continue
    const stored = new Map(kept.map((one) => [one.id, one]))
    for (const one of kept) {
      const problem = historyProblem(kind, histories.get(one.id) ?? [], one)
      if (problem) found.push(`${kind.name} ${one.id} ${problem}`)
    }
    for (const [id, history] of histories) {
      if (history[0]?.subjectKind !== kind.name || stored.has(id)) continue
      const problem = historyProblem(kind, history, undefined)
      if (problem) found.push(`${kind.name} ${id} ${problem}`)
    }
  }
  return found
}

const isOwn = ({ type, subjectKind }: LoggedEvent): boolean =>
  ['created', 'updated', 'deleted'].some((verb) => type === `${subjectKind}.${verb}`)

function historyProblem(
  kind: Kind,
  history: readonly LoggedEvent[],
  kept: Kept | undefined,
): string | undefined {
  const verbs = history.map(({ type }) => type.slice(kind.name.length + 1))
  if (verbs[0] !== 'created') return `begins with ${verbs[0] ?? 'no event'}`
  if (verbs.lastIndexOf('created') > 0) return 'was created twice'
  const isRetired = kind.softDelete !== undefined && kept?.record[kind.softDelete] === true
  const isGone = kept === undefined || isRetired
  if (isGone !== (verbs.at(-1) === 'deleted')) return `is ${isGone ? 'gone' : 'there'} after ${verbs.at(-1)}`
  if (verbs.indexOf('deleted') !== (isGone ? verbs.length - 1 : -1)) return 'goes on after its deletion'
  const broken = history.findIndex(
    ({ before }, index) => !isSame(kind, before, history[index - 1]?.after ?? null),
  )
  if (broken >= 0) return `changed between its events ${broken} and ${broken + 1}`
  const last = history.at(-1)?.after ?? null
  return isGone || isSame(kind, last, kept.record) ? undefined : 'is not what its last event says'
}

function isSame(kind: Kind, a: Row | null, b: Row | null): boolean {
  return isDeepStrictEqual(a && comparable(kind, a), b && comparable(kind, b))
}

function comparable(kind: Kind, record: Row): Row {
  const skipped = background[kind.name] ?? []
  return Object.fromEntries(
    Object.entries(record).filter(
      ([key]) =>
        !skipped.includes(key) && !kind.fields[key]?.traits.internal && !kind.fields[key]?.traits.derivedFrom,
    ),
  )
}
