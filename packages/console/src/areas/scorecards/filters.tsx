import { entityKindNames } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRecords } from '../../api/records.ts'
import { kinds } from '@svc/model'
import { Select } from '../../design/select.tsx'
import { nounOf } from '../../values/entity-look.ts'
import type { Owners, Score } from './scores.ts'
import styles from './scorecards.module.css'

export interface ScoreFilter {
  readonly kind: string | undefined
  readonly team: string | undefined
}

const any = 'any'

/** The filters in the address, and how to change them. */
export function useScoreFilter(): readonly [
  ScoreFilter,
  (changes: Record<string, string | undefined>) => void,
] {
  const given = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const text = (key: string) => (typeof given[key] === 'string' ? given[key] : undefined)
  return [
    { kind: text('kind'), team: text('team') },
    (changes) =>
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) }),
  ]
}

export const fitsFilter =
  ({ kind, team }: ScoreFilter, owners: Owners) =>
  ({ entityKind, entityId }: Score): boolean =>
    (kind === undefined || entityKind === kind) && (team === undefined || owners.get(entityId) === team)

export function Filters() {
  const [{ kind, team }, narrow] = useScoreFilter()
  const teams = useRecords(kinds.team)
  const names = teams.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <div className={styles.select}>
        <Select
          aria-label="Kind"
          value={kind ?? any}
          options={[
            { value: any, label: 'All kinds' },
            ...entityKindNames.map((value) => ({ value, label: nounOf(value) })),
          ]}
          onChange={(value) => narrow({ kind: value === any ? undefined : value })}
        />
      </div>
      <div className={styles.select}>
        <Select
          aria-label="Team"
          value={team ?? any}
          options={[
            { value: any, label: 'All teams' },
            ...names.map(({ id, name }) => ({ value: String(id), label: String(name) })),
          ]}
          onChange={(value) => narrow({ team: value === any ? undefined : value })}
        />
      </div>
    </>
  )
}
