import { Suspense } from 'react'
import type { Kind } from '@svc/model'
import { ArrowRight } from 'lucide-react'
import { Cell, None } from './cell.tsx'
import { useAreaParts } from './area-parts.ts'
import type { Change } from './changes-between.ts'
import styles from './change-list.module.css'

/** Each field that changed, with its old and new value. */
export const ChangeList = ({
  kind,
  changes,
  isNew = false,
}: {
  readonly kind: Kind
  readonly changes: readonly Change[]
  readonly isNew?: boolean
}) => (
  <dl className={styles.changes}>
    {changes.map((change) => (
      <div key={change.key} className={styles.change}>
        <dt>{change.label}</dt>
        <dd>
          {!isNew && (
            <>
              <span className={styles.before}>
                <Value kind={kind} change={change} value={change.before} />
              </span>
              <ArrowRight aria-label="changed to" />
            </>
          )}
          <span className={styles.after}>
            <Value kind={kind} change={change} value={change.after} />
          </span>
        </dd>
      </div>
    ))}
  </dl>
)

interface ValueProps {
  readonly kind: Kind
  readonly change: Pick<Change, 'key' | 'field'>
  readonly value: unknown
}

export function Value({ kind, change: { key, field }, value }: ValueProps) {
  const Line = useAreaParts().lines[`${kind.name}.${key}`]
  if (value === null) return <None />
  if (Line) {
    return (
      <Suspense>
        <Line value={value} />
      </Suspense>
    )
  }
  if (!field || field.type === 'json') return <code className={styles.code}>{JSON.stringify(value)}</code>
  return <Cell field={field} value={value} />
}
