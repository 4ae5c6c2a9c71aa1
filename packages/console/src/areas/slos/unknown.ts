import { asMoment, inTime, measured, type Slo } from './words.ts'

const prometheus = 'prometheus:'

export const isPrometheus = (dataSource: string): boolean => dataSource.startsWith(prometheus)

/** A value that counted once is either too old, or from before the period began. */
const isStale = ({ measuredAt, freshnessMinutes }: Slo, now = Date.now()): boolean =>
  measuredAt !== null &&
  freshnessMinutes !== null &&
  Date.parse(measuredAt) + freshnessMinutes * 60_000 <= now

/** Why it has no status. */
export function missing(slo: Slo): string {
  if (slo.currentValue === null || slo.measuredAt === null) return 'Nothing has been measured yet.'
  const last = `The last value, ${measured(slo.currentValue, slo)}, is from ${asMoment(slo.measuredAt)}`
  return isStale(slo)
    ? `${last}: it counted for ${inTime(slo.freshnessMinutes ?? 0)}, and nothing has been measured since.`
    : `${last}, before this period began; nothing has been measured in it yet.`
}

/** What to do about it. */
export function nextStep({ dataSource, dataSourceError }: Slo): string {
  if (dataSourceError) return 'The data source cannot be read: fix its query or its address.'
  if (!dataSource)
    return 'Report measurements to /ingest/v1/slis from a pipeline, or set a Prometheus query as its data source.'
  return isPrometheus(dataSource)
    ? 'The next answer of Prometheus gives it a status; if none comes, check that the query returns a number.'
    : `Check that ${dataSource} still reports to /ingest/v1/slis.`
}
