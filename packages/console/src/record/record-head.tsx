import type { Fields } from '@svc/client'
import { type Field, fieldLabel, type Kind, titleOf } from '@svc/model'
import { Badge } from '../design/badge.tsx'
import { PageHead } from '../design/page-head.tsx'
import { Cell, isFigure } from '../values/cell.tsx'
import { RefLink } from '../values/ref-link.tsx'
import { Crumbs } from './crumbs.tsx'
import { RecordActions } from './record-actions.tsx'
import styles from './record-page.module.css'

export function RecordHead({ kind, record }: { readonly kind: Kind; readonly record: Fields }) {
  // The same as in a list: its status, and what it belongs to.
  const shown = (kind.columns ?? []).flatMap((key) => {
    const field = kind.fields[key]
    return field && record[key] ? [{ key, field }] : []
  })
  const badges = shown.filter(({ field }) => isBadge(field))
  const refs = shown.filter(({ field }) => field.type === 'ref')
  const isHidden = kind.hiddenBy !== undefined && record[kind.hiddenBy] === true
  return (
    <PageHead
      title={titleOf(kind, record)}
      above={<Crumbs kind={kind} id={String(record.id)} />}
      lead={
        (isHidden || badges.length + refs.length > 0) && (
          <span className={styles.facts}>
            {isHidden && <Badge word={kind.hiddenBy ?? ''} />}
            {badges.map(({ key, field }) => (
              <Cell key={key} field={field} value={record[key]} record={record} />
            ))}
            {refs.map(({ key }) => (
              <span key={key}>
                <span className={styles.quiet}>{fieldLabel(kind, key)}</span>{' '}
                <RefLink id={String(record[key])} />
              </span>
            ))}
          </span>
        )
      }
      actions={<RecordActions kind={kind} record={record} />}
    />
  )
}

const isBadge = (field: Field): boolean =>
  field.type === 'enum' || (field.type === 'integer' && !isFigure(field))
