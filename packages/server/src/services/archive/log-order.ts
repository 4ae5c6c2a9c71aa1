import { type PartitionRole, partitionRoles } from '../../store/partition-id.ts'
import type { Manifest } from './manifest.ts'

/** Checks that each partition's log has no gaps and ends where the manifest says. */
export function logOrder(partitions: Manifest['partitions']) {
  const last = new Map<PartitionRole, number>()
  return {
    take(role: PartitionRole, seq: number): void {
      const expected = (last.get(role) ?? seq - 1) + 1
      if (seq !== expected) {
        throw new Error(`The log of ${role} has a gap: ${expected - 1} is followed by ${seq}.`)
      }
      last.set(role, seq)
    },
    end(): void {
      for (const role of partitionRoles) {
        const { lastSeq } = partitions[role]
        const found = last.get(role) ?? 0
        if (found === lastSeq) continue
        throw new Error(`The log of ${role} ends with ${found}, but the manifest says ${lastSeq}.`)
      }
    },
  }
}
