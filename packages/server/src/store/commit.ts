import type { PartitionId } from './partition-id.ts'
import type { Touched } from './touched.ts'

/** What a commit changed, for caches and followers of the log. */
export interface Commit {
  /** The history that the numbers belong to. */
  readonly epoch: string
  readonly partitionId: PartitionId
  /** The partition's revision before it. */
  readonly since: number
  readonly revision: number
  readonly seq: number
  readonly kinds: ReadonlyMap<string, Touched>
}
