import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLocation } from '@svc/server'
import { testTimeoutMs } from '@svc/server/testing'
import { elementsMatchArrays } from './elements.ts'
import { facetsMatchRecords } from './facets.ts'
import { answersHaveEffects } from './idempotency.ts'
import { gaplessLog, recordsMatchLog } from './log.ts'
import { leftToDo, numbersAreWhole } from './numbering.ts'
import { nothingDangles, snapshotsAreSingle } from './references.ts'
import { revisionsCover } from './revisions.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { readState, type State } from './state.ts'

/** Invariants that always hold, whatever is being written and whatever has crashed. */
export const invariants: Readonly<Record<string, (state: State) => readonly string[]>> = {
  gaplessLog,
  recordsMatchLog,
  revisionsCover,
  elementsMatchArrays,
  facetsMatchRecords,
  numbersAreWhole,
  nothingDangles,
  snapshotsAreSingle,
  answersHaveEffects,
}

export function violationsIn(state: State): readonly string[] {
  return Object.entries(invariants).flatMap(([name, check]) => {
    const found = check(state)
    const more = found.length > 5 ? [`${name}: and ${found.length - 5} more`] : []
    return [...found.slice(0, 5).map((text) => `${name}: ${text}`), ...more]
  })
}

/** Fails if anything stored contradicts something else. */
export async function assertWhole(location: StoreLocation): Promise<State> {
  const state = await withSnapshot(location, readState)
  assert.deepEqual(violationsIn(state), [])
  return state
}

/** The same once background work has finished, which takes a while on a busy machine. */
export async function untilCaughtUp(location: StoreLocation): Promise<State> {
  const deadline = Date.now() + testTimeoutMs
  for (;;) {
    const state = await assertWhole(location)
    const left = leftToDo(state)
    if (left.length === 0) return state
    if (Date.now() > deadline) assert.deepEqual(left, [])
    await sleep(100)
  }
}

/** The engine's own integrity check. */
export async function assertSound({ all }: Snapshot): Promise<void> {
  assert.deepEqual(
    (await all('pragma integrity_check')).map((row) => row.integrity_check),
    ['ok'],
  )
  assert.deepEqual(await all('pragma foreign_key_check'), [])
}
