import type { Kind } from '@svc/model'
import type { Actor } from './event.ts'
import type { Change } from './change.ts'
import type { PartitionId } from './partition-id.ts'

export interface WriteRequest {
  readonly partitionId: PartitionId
  readonly actor: Actor
  readonly now: () => Date
  /** Whether changes are refused too once the partition’s byte quota is used up: each of them adds to the log. */
  readonly obeysQuota?: boolean
  /** A record of the partition that it begins with. */
  readonly reads?: { readonly kind: Kind; readonly id: string } | undefined
}

/** A write that somebody waits for. */
export interface Job extends WriteRequest {
  run(change: Change): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface Outcome {
  readonly job: Job
  readonly value?: unknown
  readonly error?: unknown
}

/** Answers go out only once the transaction is on disk. */
export function settle(outcomes: readonly Outcome[]): void {
  for (const { job, value, error } of outcomes) error === undefined ? job.resolve(value) : job.reject(error)
}

export const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'CatalogError'
