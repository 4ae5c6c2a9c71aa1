import type { CoverageGap, CoverageShift, EntityCoverage } from '@svc/model'

interface Place {
  readonly from: string
  readonly to: string
  /** Shifts that overlap are drawn below each other. */
  readonly lane: number
}

/** A part of somebody's week: a shift, a time without anybody, or one that svc does not know. */
export type Segment = Place &
  (
    | { readonly sort: 'shift'; readonly shift: CoverageShift }
    | { readonly sort: 'gap'; readonly reason: CoverageGap['reason'] }
    | { readonly sort: 'unknown' }
  )

/** Everything that is known of an entity's week, in order. */
export function segmentsOf({ shifts, gaps, unknown }: EntityCoverage): readonly Segment[] {
  const ends: string[] = []
  const placed = shifts.map((shift): Segment => {
    const free = ends.findIndex((end) => end <= shift.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = shift.to
    return { sort: 'shift', from: shift.from, to: shift.to, lane, shift }
  })
  return [
    ...placed,
    ...gaps.map(({ from, to, reason }): Segment => ({ sort: 'gap', from, to, lane: 0, reason })),
    ...unknown.map(({ from, to }): Segment => ({ sort: 'unknown', from, to, lane: 0 })),
  ].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.lane - b.lane))
}

export interface Handover {
  readonly at: string
  readonly entityId: string
  readonly from: CoverageShift
  readonly to: CoverageShift
}

/** When one person takes over from another, the first first. */
export const handoversIn = (coverage: readonly EntityCoverage[]): readonly Handover[] =>
  coverage
    .flatMap(({ entityId, shifts }) =>
      shifts.flatMap((to): readonly Handover[] => {
        const from = shifts.find((one) => one.bindingId === to.bindingId && one.to === to.from)
        return from && !isSame(from, to) ? [{ at: to.from, entityId, from, to }] : []
      }),
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1))

const isSame = (one: CoverageShift, other: CoverageShift): boolean =>
  one.userUid === other.userUid && one.userName === other.userName

const why: Readonly<Record<CoverageGap['reason'], string>> = {
  noRota: 'there is no rota',
  notStarted: 'the rota has not started',
  ended: 'the rota has ended',
  deactivated: 'whoever’s turn it is has been deactivated',
}

export const whyGap = (reason: CoverageGap['reason']): string => why[reason]
