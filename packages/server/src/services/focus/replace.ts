import { kinds } from '@svc/model'
import type { PartitionAccess } from './partition-access.ts'
import type { Change } from '../../store/change.ts'
import { importedCosts } from '../../store/queries/costs.ts'
import type { StoredRecord } from '../../store/table.ts'
import { startOfDay } from '../costs/spread.ts'
import { newId } from '../ids.ts'
import { startPace } from '../pace.ts'
import type { Entry } from './add-up.ts'

/** So few that reading or writing them takes a few milliseconds. */
const pieceSize = 250

export interface Replacement {
  readonly importId: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
}

export type Step =
  | { readonly do: 'create'; readonly entry: Entry }
  | { readonly do: 'update' | 'keep'; readonly entry: Entry; readonly stored: StoredRecord }
  | { readonly do: 'remove'; readonly stored: StoredRecord }

/** What an import would do to its entries, without doing it. */
export async function compareImport(
  access: PartitionAccess,
  entries: Iterator<Entry>,
  importId: string,
  onStep: (step: Step) => void,
): Promise<Replacement> {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0 }
  for await (const step of stepsOf(access, entries, importId)) {
    counts[counted[step.do]] += 1
    onStep(step)
  }
  return { importId, ...counts }
}

/** Whether an import would change nothing; stops at the first difference. */
export async function isSameImport(
  access: PartitionAccess,
  entries: Iterator<Entry>,
  importId: string,
): Promise<boolean> {
  for await (const step of stepsOf(access, entries, importId)) if (step.do !== 'keep') return false
  return true
}

const counted = { create: 'created', update: 'updated', keep: 'unchanged', remove: 'removed' } as const

/** Replaces the stored entries of one import; unchanged ones are not touched. */
export async function replaceImport(
  change: Change,
  entries: Iterator<Entry>,
  importId: string,
  onStep: (step: Step) => void,
): Promise<Replacement> {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0 }
  let come: Readonly<Record<string, unknown>>[] = []
  let gone: StoredRecord[] = []
  const write = async (): Promise<void> => {
    await change.insertAll(kinds.costEntry, come)
    await change.removeAll(kinds.costEntry, gone)
    come = []
    gone = []
  }
  for await (const step of stepsOf(change, entries, importId)) {
    counts[counted[step.do]] += 1
    onStep(step)
    if (step.do === 'create') come.push(recordOf(change.at, importId, step.entry))
    else if (step.do === 'remove') gone.push(step.stored)
    else if (step.do === 'update') {
      await change.update(kinds.costEntry, step.stored, {
        ...step.stored.record,
        amountCents: step.entry.cents,
      })
    }
    if (come.length + gone.length >= pieceSize) await write()
  }
  await write()
  return { importId, ...counts }
}

/** Both sides are ordered by externalId, so that neither has to be in memory as a whole. */
async function* stepsOf(
  access: PartitionAccess,
  entries: Iterator<Entry>,
  importId: string,
): AsyncGenerator<Step> {
  const next = (): Entry | undefined => {
    const { done, value } = entries.next()
    return done ? undefined : value
  }
  const pace = startPace()
  let entry = next()
  for await (const stored of storedEntries(access, importId)) {
    const known = String(stored.record.externalId)
    for (; entry && entry.externalId < known; entry = next()) {
      yield { do: 'create', entry }
      if (pace.isDue) await pace.pause()
    }
    if (entry?.externalId !== known) yield { do: 'remove', stored }
    else {
      yield { do: stored.record.amountCents === entry.cents ? 'keep' : 'update', entry, stored }
      entry = next()
    }
    if (pace.isDue) await pace.pause()
  }
  for (; entry; entry = next()) {
    yield { do: 'create', entry }
    if (pace.isDue) await pace.pause()
  }
}

async function* storedEntries(access: PartitionAccess, importId: string): AsyncGenerator<StoredRecord> {
  let after = ''
  for (;;) {
    const stored = await access.run(importedCosts, access.partitionId, { importId, after, limit: pieceSize })
    yield* stored
    const last = stored.at(-1)
    if (stored.length < pieceSize || !last) return
    after = String(last.record.externalId)
  }
}

const recordOf = (at: string, importId: string, entry: Entry) => ({
  id: newId(kinds.costEntry.idPrefix, new Date(at)),
  externalId: entry.externalId,
  appId: entry.appId,
  category: entry.category || null,
  service: entry.service || null,
  amountCents: entry.cents,
  currency: entry.currency,
  periodStart: startOfDay(entry.day).toISOString(),
  periodEnd: startOfDay(entry.day + 1).toISOString(),
  source: 'auto',
  importId,
  createdAt: at,
})
