import type { Access } from '../../store/access.ts'
import type { PartitionId } from '../../store/partition-id.ts'

/** Where entries are compared: within a change, or on committed data. */
export interface PartitionAccess extends Access {
  readonly partitionId: PartitionId
}
