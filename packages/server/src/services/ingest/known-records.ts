import { CatalogError, type Kind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { type Position, positionOf } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'

/** A batch is at most 8 MiB long; the records it changes may be larger, within limits. */
const bytesAtOnce = 8 * 1024 * 1024
const maxTimes = 4

export interface KnownRecords {
  readonly stored: readonly StoredRecord[]
  /** Refuses a report about a record that was not read because of the limit. */
  check(key: string | null): void
}

/** The records that reports are about, by one of their fields, as far as they fit into memory. */
export async function knownRecords(
  change: Change,
  kind: Kind,
  { field, keys }: { readonly field: string; readonly keys: readonly string[] },
): Promise<KnownRecords> {
  const stored: StoredRecord[] = []
  const where = [{ field, oneOf: keys }]
  let isWhole = keys.length === 0
  let after: Position | undefined
  for (let times = 0; !isWhole && times < maxTimes; times += 1) {
    // One more than expected, to know that the last one is the last.
    const slice = await change.slice(kind, { where, after, limit: keys.length + 1, bytes: bytesAtOnce })
    stored.push(...slice.stored)
    const last = slice.stored.at(-1)
    isWhole = !slice.isCut || last === undefined
    if (last) after = positionOf(kind, last)
  }
  const read = isWhole ? undefined : new Set(stored.map(({ record }) => record[field]))
  return {
    stored,
    check(key) {
      if (read === undefined || key === null || read.has(key)) return
      throw new CatalogError(
        'payload_too_large',
        `The records with the ${field}s of this batch are larger than ${(maxTimes * bytesAtOnce) / 1024 ** 2} MiB in total. Send this report again in a smaller batch.`,
      )
    },
  }
}
