import { isDeepStrictEqual } from 'node:util'
import { kinds, type Kinds, type Stored } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { isBehind } from '../deployments/steps.ts'
import type { ReportRules } from './take-records.ts'

type Status = Stored<Kinds['deployment']>['status']

export const deploymentReports: ReportRules = {
  kind: kinds.deployment,
  tooLate: (item, known) =>
    isBehind(item.status as Status, known.status as Status)
      ? `It is already ${known.status}, so it cannot become ${item.status}. Another attempt needs its own externalId.`
      : undefined,
}

export const costReports: ReportRules = {
  kind: kinds.costEntry,
  // Reports come from machines, unless the sender says that it was entered by hand.
  complete: (item, _, known) => ({ ...item, source: item.source ?? known?.source ?? 'auto' }),
}

export const driftReports: ReportRules = {
  kind: kinds.driftSnapshot,
  complete(item, at, known) {
    const mappings = mappingsOf(item).map((mapping) => ({ ...noFingerprints, ...mapping }))
    const whole = { ...item, mappings }
    return {
      ...whole,
      // A report sent twice is about the same scan.
      scannedAt: item.scannedAt ?? (known && isSameScan(whole, known) ? known.scannedAt : at),
      driftedCount: item.driftedCount ?? mappings.length,
    }
  },
}

/** Every field of a record is always present, including nested ones. */
const noFingerprints = { expectedFingerprint: null, actualFingerprint: null }

/** Environments that a report does not name stay as they were. */
const isSameScan = (item: Fields, known: Fields): boolean =>
  ['mappingsTotal', 'mappings', 'environments'].every(
    (key) => item[key] === undefined || isDeepStrictEqual(item[key], known[key]),
  )

const mappingsOf = ({ mappings }: Fields): readonly object[] => (Array.isArray(mappings) ? mappings : [])
