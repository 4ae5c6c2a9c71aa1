import { setImmediate as others } from 'node:timers/promises'
import type { Store } from '../../store/open.ts'
import { unindexedPartitions } from '../../store/search/backlog.ts'
import { indexNext } from '../../store/search/index-backlog.ts'
import { indexPending } from '../../store/search/index-pending.ts'
import type { IndexStep } from '../../store/search/index-step.ts'
import { joinParts } from '../../store/search/join-parts.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'

/** What others may have to wait for one batch. */
const defaultStepMs = 20

/**
 * Indexes what the text index still lacks: what was written since it last looked, the records of a database that is
 * older than it, and those of a loaded archive. It can be interrupted at any time and goes on where it was.
 */
export async function buildTextIndex(store: Store, stepMs = defaultStepMs): Promise<number> {
  const batch = createBatchSize(stepMs)
  let indexed = await untilDone(() => nextWritten(store, batch))
  for (const partitionId of await store.run(unindexedPartitions))
    indexed += await untilDone(() =>
      step(batch, (size) => store.transaction((tx) => tx.run(indexNext, partitionId, size))),
    )
  while (await store.transaction((tx) => tx.run(joinParts))) await others()
  return indexed
}

/** Indexes some of what was written since it last looked, at each call; true while there is more. */
export function indexingOf(store: Store): () => Promise<boolean> {
  const batch = createBatchSize(defaultStepMs)
  return async () => !(await nextWritten(store, batch)).isDone
}

const nextWritten = (store: Store, batch: BatchSize): Promise<IndexStep> =>
  step(batch, (size) => store.transaction((tx) => tx.run(indexPending, size)))

async function step(batch: BatchSize, next: (size: number) => Promise<IndexStep>): Promise<IndexStep> {
  const startedAt = performance.now()
  const done = await next(batch.size)
  batch.took(done.indexed, performance.now() - startedAt)
  return done
}

async function untilDone(next: () => Promise<IndexStep>): Promise<number> {
  for (let sum = 0; ; ) {
    const { indexed, isDone } = await next()
    sum += indexed
    if (isDone) return sum
    // SQLite never waits: whoever came meanwhile is first.
    await others()
  }
}
