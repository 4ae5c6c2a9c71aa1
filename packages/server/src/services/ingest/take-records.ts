import { isDeepStrictEqual } from 'node:util'
import { CatalogError, type Kind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Draft, Fields } from '../records/behaviour.ts'
import { behaviourOf } from '../records/behaviours.ts'
import type { Context } from '../context.ts'
import { draftOf, patched } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { type Pace, startPace } from '../pace.ts'
import { checkRules } from '../records/records.ts'
import { invalidReferences } from '../records/references.ts'
import { knownRecords } from './known-records.ts'
import { externalIdOf, rejected, type Report, type Result } from './result.ts'

/** What is specific to the reports of a kind. */
export interface ReportRules {
  readonly kind: Kind
  /** Fills in what a report may leave out; `known` is what was reported under its externalId before. */
  complete?(item: Fields, at: string, known: Fields | undefined): Fields
  /** Why a report that follows another changes nothing. */
  tooLate?(item: Fields, known: Fields): string | undefined
}

/** A record as it is after the reports so far, and as it is stored. */
interface State {
  readonly stored: StoredRecord | undefined
  readonly next: Fields
}

/**
 * Turns reports into records, each on its own: one that is refused does not affect the others. What they refer to is
 * read once for all of them.
 */
export async function takeRecords(
  ctx: Context,
  change: Change,
  rules: ReportRules,
  reports: readonly Report[],
): Promise<readonly Result[]> {
  const { kind } = rules
  const sound = reports.filter(({ problem }) => problem === undefined).map(({ item }) => item)
  const unknown = await invalidReferences(
    ctx.caller,
    change,
    kind,
    sound.map((item) => ({ next: item })),
  )
  const problems = new Map(sound.map((item, index) => [item, unknown[index] ?? []]))
  const known = await knownRecords(change, kind, { field: 'externalId', keys: externalIdsOf(sound) })
  const states: States = new Map(
    known.stored.map((stored) => [String(stored.record.externalId), { stored, next: stored.record }]),
  )
  const results: Result[] = []
  const pace = startPace()
  for (const { item, problem } of reports) {
    await pace.pause()
    try {
      if (problem) throw problem
      const [first] = problems.get(item) ?? []
      if (first)
        throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, { details: [first] })
      known.check(externalIdOf(item))
      results.push(await takeOne(change, rules, states, item))
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      results.push(rejected(item, error))
    }
  }
  await write(change, kind, [...states.values()], pace)
  return results
}

/** As many as go into one statement. */
const insertedAtOnce = 100

/** By externalId; reports without one get a symbol, which equals no text. */
type States = Map<string | symbol, State>

const externalIdsOf = (items: readonly Fields[]): readonly string[] => [
  ...new Set(items.map(externalIdOf).filter((id) => id !== null)),
]

async function takeOne(change: Change, rules: ReportRules, states: States, item: Fields): Promise<Result> {
  const { kind } = rules
  const externalId = externalIdOf(item)
  const key = externalId ?? Symbol(kind.name)
  const known = states.get(key)
  const given = rules.complete?.(item, change.at, known?.next) ?? item
  const result = (status: Result['status'], id: unknown, reason?: string): Result => ({
    externalId,
    status,
    id: String(id),
    ...(reason !== undefined && { reason }),
  })
  if (!known) {
    const id = newId(kind.idPrefix, new Date(change.at))
    const next = await prepared(change, kind, draftOf(kind, given, { id, at: change.at }))
    states.set(key, { stored: undefined, next })
    return result('created', id)
  }
  const { id } = known.next
  checkSameProject(kind, given, known.next)
  const reason = rules.tooLate?.(given, known.next)
  if (reason !== undefined) return result('unchanged', id, reason)
  const next = await prepared(change, kind, patched(kind, known.next, given))
  if (isDeepStrictEqual(next, known.next)) return result('unchanged', id)
  states.set(key, { ...known, next })
  return result('updated', id)
}

async function prepared(change: Change, kind: Kind, draft: Draft): Promise<Fields> {
  const next: Fields = (await behaviourOf(kind).prepare?.(draft, change, {})) ?? draft.next
  checkRules(kind, next)
  return next
}

/** Two pipelines that both count from 1 must not overwrite each other's records. */
function checkSameProject({ noun }: Kind, given: Fields, known: Fields): void {
  if (given.appId === undefined || known.appId === null || given.appId === known.appId) return
  const message = `belongs to a ${noun} of another project; make it unique, for example by including the project`
  throw new CatalogError('duplicate', `externalId ${message}.`, {
    details: [{ path: 'externalId', message }],
  })
}

async function write(change: Change, kind: Kind, states: readonly State[], pace: Pace): Promise<void> {
  const created = states.filter(({ stored }) => stored === undefined).map(({ next }) => next)
  for (let at = 0; at < created.length; at += insertedAtOnce) {
    await change.insertAll(kind, created.slice(at, at + insertedAtOnce))
    await pace.pause()
  }
  for (const { stored, next } of states) {
    if (stored && stored.record !== next) await change.update(kind, stored, next)
    await pace.pause()
  }
}
