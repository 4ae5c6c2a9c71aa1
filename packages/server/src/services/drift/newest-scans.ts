export interface NewestScan {
  /** Null for a scan of everything. */
  readonly environment: string | null
  readonly snapshotId: string
  readonly scannedAt: string
}

/**
 * Which scan counts for each known environment, given the newest that names it. A scan of everything counts for those
 * that were not scanned since; it is listed itself only if no environment is known by name.
 */
export function newestScans(scans: readonly NewestScan[]): readonly NewestScan[] {
  const everything = scans.find(({ environment }) => environment === null)
  const named = scans.filter(({ environment }) => environment !== null)
  if (!everything || named.length === 0) return sorted(scans)
  return sorted(
    named.map((scan) =>
      isNewer(everything, scan) ? { ...everything, environment: scan.environment } : scan,
    ),
  )
}

/** By the time of the scan; of two at the same time, the one that was reported later. */
const isNewer = (a: NewestScan, b: NewestScan): boolean =>
  a.scannedAt === b.scannedAt ? a.snapshotId > b.snapshotId : a.scannedAt > b.scannedAt

const sorted = (scans: readonly NewestScan[]): readonly NewestScan[] =>
  scans.toSorted(({ environment: a }, { environment: b }) => (String(a) < String(b) ? -1 : 1))
