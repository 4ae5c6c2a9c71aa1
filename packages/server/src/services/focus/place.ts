import type { Access } from '../../store/access.ts'
import type { PartitionId } from '../../store/partition-id.ts'

/** Where entries are compared: a change, or what is committed. */
export interface Place extends Access {
  readonly partitionId: PartitionId
}
