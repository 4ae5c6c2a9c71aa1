import type { PartitionId } from './partition-id.ts'

/** What a commit changed, for caches and followers of the log. */
export interface Commit {
  /** The history that the numbers belong to. */
  readonly epoch: string
  readonly partitionId: PartitionId
  readonly revision: number
  readonly seq: number
  readonly kinds: ReadonlySet<string>
}
