import type { Kinds, Stored } from '@svc/model'
import { calendarPeriod } from './window.ts'

type Slo = Stored<Kinds['slo']>

/** The fields of an SLO that decide whether its value counts. */
export type Measured = Pick<
  Slo,
  'window' | 'currentValue' | 'measuredAt' | 'freshnessMinutes' | 'lastUpdatedAt' | 'createdAt'
>

export type Gap = 'unmeasured' | 'not in this period' | 'stale'

/** Why the value of an SLO says nothing about now; undefined if it does. */
export function gapOf(slo: Measured, at: Date): Gap | undefined {
  const measuredAt = measurementTime(slo)
  if (slo.currentValue === null || measuredAt === null) return 'unmeasured'
  const period = calendarPeriod(slo.window, at)
  if (period && measuredAt < period.startsAt) return 'not in this period'
  const staleAt = staleTime(slo, measuredAt)
  return staleAt && staleAt <= at ? 'stale' : undefined
}

export function reasonOf(slo: Measured, gap: Gap): string {
  switch (gap) {
    case 'unmeasured':
      return 'no measurement yet'
    case 'not in this period':
      return 'no measurement in this period yet'
    case 'stale':
      return `the last measurement, of ${measurementTime(slo)?.toISOString()}, is older than ${slo.freshnessMinutes} minutes`
  }
}

/** When time alone changes it: its value becomes stale, or a new period begins. */
export function changeTime(slo: Measured, at: Date): string | null {
  const measuredAt = measurementTime(slo)
  if (slo.currentValue === null || measuredAt === null) return null
  const staleAt = gapOf(slo, at) === undefined ? staleTime(slo, measuredAt) : undefined
  const times = [staleAt, calendarPeriod(slo.window, at)?.endsAt].filter((time) => time !== undefined)
  return times.length === 0 ? null : new Date(Math.min(...times.map(Number))).toISOString()
}

/** SLOs from an archive of an older version have a value, but not the time of its measurement. */
export function measurementTime({ measuredAt, lastUpdatedAt, createdAt }: Measured): Date | null {
  const time = measuredAt ?? lastUpdatedAt ?? createdAt
  return time === null ? null : new Date(time)
}

export function staleTime({ freshnessMinutes }: Measured, measuredAt: Date): Date | undefined {
  return freshnessMinutes === null ? undefined : new Date(measuredAt.getTime() + freshnessMinutes * 60_000)
}
