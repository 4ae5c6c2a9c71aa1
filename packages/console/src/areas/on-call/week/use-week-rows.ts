import { type EntityCoverage, kinds } from '@svc/model'
import { useRecords } from '../../../api/records.ts'
import { useCall } from '../../../api/use-call.ts'
import type { Binding } from '../words.ts'
import type { Week } from './week.ts'
import type { Row } from './week-grid.tsx'

interface WeekRows {
  /** Teams by name, and then what else has on-call; undefined until all of it is known. */
  readonly rows: readonly Row[] | undefined
  readonly coverage: readonly EntityCoverage[]
  readonly isPartial: boolean
  readonly error: Error | null
  retry(): void
}

/** The rows of a week: those that have on-call, and the teams that have none. */
export function useWeekRows({ from, to }: Week): WeekRows {
  const query = { from: from.toISOString(), to: to.toISOString() }
  const covered = useCall(kinds.oncallBinding, 'getOnCallCoverage', { query })
  const bound = useRecords(kinds.oncallBinding)
  const teams = useRecords(kinds.team, { sort: 'name' })
  const all = [covered, bound, teams]
  const coverage = covered.data?.coverage ?? []
  const bindings = (bound.data?.pages.flatMap(({ items }) => items) ?? []) as readonly Binding[]
  const teamIds = teams.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? []
  const others = coverage.filter(({ entityId }) => !teamIds.includes(entityId))
  const rowOf = (entityId: string, isTeam: boolean): Row => ({
    ...{ entityId, isTeam },
    coverage: coverage.find((one) => one.entityId === entityId),
    bindings: bindings.filter(({ targetId }) => targetId === entityId),
  })
  const isKnown = all.every(({ data }) => data !== undefined)
  return {
    rows: isKnown
      ? [
          ...teamIds.map((id) => rowOf(id, true)),
          ...others.map(({ entityId, entityKind }) => rowOf(entityId, entityKind === 'team')),
        ]
      : undefined,
    coverage,
    isPartial: covered.data?.isComplete === false || bound.hasNextPage || teams.hasNextPage,
    error: isKnown ? null : (all.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const one of all) if (one.isError) void one.refetch()
    },
  }
}
